// Pauses that give a person time to watch. There are none with reduced motion.

const still = matchMedia('(prefers-reduced-motion: reduce)');

export function sleep(milliseconds) {
  return new Promise(done => { setTimeout(done, milliseconds); });
}

// Whether a person wants to see things move.
export function isLively() {
  return !still.matches;
}

export function watchable(milliseconds) {
  return still.matches ? Promise.resolve() : sleep(milliseconds);
}
