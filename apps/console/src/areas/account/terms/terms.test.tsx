import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { setLocale, startLanguage } from '../../../lib/texts/locale-store.ts';
import { type Handler, startFakeServer } from '../../../testing/fake-server.ts';
import { page, showPage } from '../../../testing/page.tsx';
import { eventually, loggedOut, openApp } from '../../../testing/whole-app.tsx';
import { type Block, Markdown, parseMarkdown } from './markdown.tsx';
import { TermsText } from './terms-text.tsx';

describe('Markdown', () => {
  it.each<[string, string, Block[]]>([
    [
      'headings',
      '# A\n## B\n### C',
      [1, 2, 3].map((level, at) => ({ kind: 'heading', level, text: 'ABC'[at] }) as Block),
    ],
    [
      'paragraphs of several lines',
      'a\nb\n\nc',
      [
        { kind: 'paragraph', text: 'a b' },
        { kind: 'paragraph', text: 'c' },
      ],
    ],
    ['a list item of two lines', '- a\n  b\n- c', [{ kind: 'list', isOrdered: false, items: ['a b', 'c'] }]],
    ['a numbered list', '1. a\n2. b', [{ kind: 'list', isOrdered: true, items: ['a', 'b'] }]],
    [
      'two lists separated by a blank line',
      '- a\n\n- b',
      [
        { kind: 'list', isOrdered: false, items: ['a'] },
        { kind: 'list', isOrdered: false, items: ['b'] },
      ],
    ],
  ])('parses %s', (_case, text, blocks) => expect(parseMarkdown(text)).toEqual(blocks));

  it('renders bold, italics and links; HTML and script links stay text', async () => {
    const text = '**tučné** *šikmé* [web](https://example.com) [zle](javascript:alert(1)) <b>x</b>';
    await showPage(<Markdown blocks={parseMarkdown(text)} />);
    expect(document.querySelector('strong')?.textContent).toBe('tučné');
    expect(document.querySelector('em')?.textContent).toBe('šikmé');
    expect(page.all('link').map((link) => link.getAttribute('href'))).toEqual(['https://example.com']);
    expect(page.text()).toContain('[zle](javascript:alert(1)) <b>x</b>');
  });
});

describe('R3.1 the terms of use', () => {
  const ENGLISH = 'Plain text without a title.';
  const answer = (text: string) => (): ReturnType<Handler> => ({ json: { version: 'abc123', text } });

  it('are shown without a login in the language of the console, with a retry after a failure', async () => {
    const routes = {
      ...loggedOut(),
      '/terms/sk': () => ({ status: 500, json: { detail: 'INTERNAL' } }),
      '/terms/gb': answer(ENGLISH),
    } as Record<string, Handler>;
    const { path } = await openApp('/terms', { routes, isMarked: false });
    await eventually(() =>
      expect(page.get('alert').textContent).toContain('Podmienky sa nepodarilo načítať.'),
    );
    routes['/terms/sk'] = answer('# Podmienky\n\n- prvá');
    await page.click(page.get('button', 'Skúsiť znova'));
    await eventually(() => expect(page.get('heading', 'Podmienky')).toBeTruthy());
    expect(page.text()).toContain('Verzia abc123');
    expect(path()).toBe('/terms');
    expect(document.title).toBe('Podmienky používania · MaNoBoard');
    await act(() => setLocale('gb'));
    await eventually(() => expect(page.text()).toContain(ENGLISH));
    expect(page.get('heading', 'Terms of use')).toBeTruthy();
  });

  it('R1.1 are in the language of the page while the selected language loads', async () => {
    startFakeServer({ '/terms/gb': answer(ENGLISH), '/terms/sk': answer('Slovenské podmienky.') });
    localStorage.setItem('locale', 'sk');
    await startLanguage();
    await showPage(<TermsText />, 'gb');
    await eventually(() => expect(page.text()).toContain(ENGLISH));
    expect(page.get('heading', 'Terms of use')).toBeTruthy();
  });
});
