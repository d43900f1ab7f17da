// Settings of the documentation site. The pages are in docs/; ./semel site builds them.
import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { defineConfig } from 'vitepress'
import * as project from './project.mjs'

const base = process.env.SEMEL_SITE_BASE ?? '/'

/** The home of the latest version, if this is the site of an older one, which is in a folder of it. */
const latest = process.env.SEMEL_SITE_LATEST

/** Older versions are beside the pages of the latest one: ./semel site --versions */
const versions = (latest ? [] : project.versions).map(each => ({ text: each, link: `/${each}/`, target: '_self' }))

const released = !project.version.endsWith('-SNAPSHOT')
const shown = project.version.replace('-SNAPSHOT', '') + (released ? '' : ' (unreleased)')

/** The anchor of a heading is the one that GitHub gives it, so that a link works in both places. */
function anchor(heading) {
  return heading.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replace(/ /g, '-')
}

/** Links of documents work on GitHub; this turns them into links of the site. */
function links(md) {
  md.core.ruler.push('links', ({ tokens, env }) => {
    const file = env.realPath ?? env.path
    if (!file) return // a title on its own
    const document = relative(project.root, file).replaceAll('\\', '/')
    for (const token of tokens.flatMap(each => each.children ?? [])) {
      if (token.type === 'link_open') {
        const link = project.address(document, token.attrGet('href'))
        token.attrSet('href', link)
        if (/^\/.*\.(json|yml)$/.test(link)) token.attrSet('download', '')
      }
    }
  })
}

/** Pages are outside of this folder, so that Vite does not find Vue from there when it renders them. Node does. */
const vue = {
  name: 'vue-of-this-folder',
  enforce: 'pre',
  resolveId: (id, from, { ssr }) => (ssr && /^vue($|\/)/.test(id) ? { id, external: true } : undefined)
}

function group(text, folder) {
  return { text, collapsed: true, items: project.items(folder) }
}

export default defineConfig({
  title: 'Semel',
  description: 'A Java toolkit that makes an operation take effect once, however often it is requested.',
  lang: 'en',
  base,
  srcDir: project.root,
  srcExclude: project.excluded,
  rewrites: page => project.page(page),
  outDir: 'target/site',
  cacheDir: 'target/vitepress',
  // Javadoc is added to the built site, and links to it are checked there.
  ignoreDeadLinks: [/^\/api\//],
  vite: {
    publicDir: join(project.root, 'site/public'),
    plugins: [vue]
  },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }],
    ['meta', { name: 'theme-color', content: '#2563eb' }]
  ],
  markdown: {
    anchor: { slugify: anchor },
    headers: { slugify: anchor },
    toc: { slugify: anchor },
    config: links
  },
  buildEnd({ outDir }) {
    for (const file of project.files()) {
      const copy = join(outDir, file.slice('docs/'.length))
      mkdirSync(dirname(copy), { recursive: true })
      cpSync(join(project.root, file), copy)
    }
  },
  themeConfig: {
    logo: '/logo.svg',
    ...(latest ? { siteTitle: `Semel ${shown}`, logoLink: { link: latest, target: '_self' } } : {}),
    search: { provider: 'local' },
    outline: [2, 3],
    editLink: { pattern: `${project.repository}/edit/${project.branch}/:path`, text: 'Edit this page' },
    socialLinks: [{ icon: 'github', link: project.repository }],
    externalLinkIcon: true,
    nav: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Guides', link: '/guides/', activeMatch: '^/guides/' },
      { text: 'Stores', link: '/stores/', activeMatch: '^/stores/' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      { text: 'Javadoc', link: '/api/index.html', target: '_self' },
      {
        text: shown,
        items: [
          { text: 'Changelog', link: '/project/changelog' },
          ...(project.page('UPGRADING.md') ? [{ text: 'Upgrading', link: '/project/upgrading' }] : []),
          ...(versions.length ? [{ text: 'Older versions', items: versions }] : [])
        ]
      }
    ],
    sidebar: [
      project.item('docs/getting-started.md'),
      group('Concepts', 'concepts'),
      group('Guides', 'guides'),
      group('Stores', 'stores'),
      group('Integrations', 'integrations'),
      group('Reference', 'reference'),
      group('Operations', 'operations'),
      group('Proof', 'proof'),
      project.item('docs/faq.md'),
      group('Project', 'project')
    ],
    footer: { message: 'Apache License 2.0' }
  }
})
