// Where things are: in the project, in the site, and in the repository on the web.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: built } = process.env

/** The only place that names the repository. A build on GitHub links to the repository it runs in. */
export const repository = built ? `${server}/${built}` : JSON.parse(text('site/package.json')).repository

export const branch = 'main'

/** The version that the pages describe, from the POM that all others inherit it from. */
export const version = text('bom/pom.xml').match(/<artifactId>semel-bom<[^]*?<version>([^<$]+)</)[1]

/** The releases whose documentation is kept beside that of the latest version. */
export const versions = JSON.parse(text('site/versions.json'))

/** Documents in the project's root that are pages, in the order of the sidebar. */
const documents = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'UPGRADING.md'].filter(exists)

/** What VitePress is to leave out: everything but docs and those documents. */
export const excluded = readdirSync(root)
  .filter(name => name !== 'docs' && !documents.includes(name))
  .map(name => (statSync(join(root, name)).isDirectory() ? `${name}/**` : name))

/** The path of a page in the site, for its path in the project; undefined if it is no page. */
export function page(path) {
  if (path === 'README.md') return 'index.md'
  if (documents.includes(path)) return `project/${path.toLowerCase()}`
  if (path.startsWith('docs/') && path.endsWith('.md')) return path.slice(5).replace(/README\.md$/, 'index.md')
}

/** The pages of a group, as items of the sidebar: index pages order the pages beside them by their links. */
export function items(folder) {
  if (folder === 'project') {
    return [...documents.slice(0, 1), 'docs/decisions/README.md', ...documents.slice(1)].map(item)
  }
  const index = `docs/${folder}/index.md`
  const linked = [...text(index).matchAll(/\]\(([\w-]+\.md)/g)].map(found => found[1])
  const pages = [...new Set(linked)].filter(name => exists(`docs/${folder}/${name}`))
  const forgotten = readdirSync(join(root, 'docs', folder)).filter(
    name => name.endsWith('.md') && name !== 'index.md' && !pages.includes(name)
  )
  if (forgotten.length) throw new Error(`${index} must link to ${forgotten.join(' and ')}`)
  return [{ ...item(index), text: 'Overview' }, ...pages.map(name => item(`docs/${folder}/${name}`))]
}

export function item(path) {
  return { text: heading(path), link: `/${page(path)}` }
}

function heading(path) {
  return text(path).match(/^# (.+)$/m)[1].replace(/`/g, '')
}

/** What the link in a document is in the site: a page, a file beside the pages, or an address of the repository. */
export function address(document, link) {
  const [, path, hash] = link.match(/^([^#]*)(#.*)?$/)
  if (!path || /^[a-z][a-z+.-]*:/i.test(path) || path.startsWith('/')) return link
  const target = posix.join(posix.dirname(document), path)
  const folder = exists(target) && statSync(join(root, target)).isDirectory()
  const inSite = page(folder ? posix.join(target, 'index.md') : target)
  if (inSite) return `/${inSite}${hash ?? ''}`
  if (target.startsWith('docs/')) return `/${target.slice(5)}`
  return `${repository}/${folder ? 'tree' : 'blob'}/${branch}/${target}${hash ?? ''}`
}

/** Files below docs that pages link to and that are neither pages nor images. */
export function files(folder = 'docs') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(each => {
    const path = `${folder}/${each.name}`
    if (each.isDirectory()) return files(path)
    return /\.(json|yml)$/.test(basename(path)) ? [path] : []
  })
}

function exists(path) {
  return existsSync(join(root, path))
}

function text(path) {
  return readFileSync(join(root, path), 'utf8')
}
