// Elements of the page.

export function element(name, className, text) {
  const made = document.createElement(name);
  if (className) {
    made.className = className;
  }
  if (text !== undefined) {
    made.textContent = text;
  }
  return made;
}

export function find(selector) {
  return document.querySelector(selector);
}

export function plural(count, word) {
  return `${count} ${unit(count, word)}`;
}

export function unit(count, word) {
  return count === 1 ? word : `${word}s`;
}
