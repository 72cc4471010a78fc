import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOARD_DIR } from '../board-dir.ts';
import { panelTexts } from './texts.ts';

const read = (file: string) => readFileSync(join(BOARD_DIR, 'src/panel/page', file), 'utf8');
/** Escapes JSON so that it cannot close its script element. */
const safeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

const { ui } = panelTexts.sk;
const text = (tag: string, word: keyof typeof ui, id = '') =>
  `<${tag}${id && ` id="${id}"`} data-text="${word}">${ui[word]}</${tag}>`;

/** A card labelled by its heading. */
const card = (word: 'reads' | 'truth' | 'faults', tag: 'dl' | 'div') =>
  `<section class="card" aria-labelledby="${word}-title">
    ${text('h2', word, `${word}-title`)}
    <${tag} id="${word}"></${tag}>
  </section>`;

const keypad = () => `<section class="card" aria-labelledby="keypad-title">
    ${text('h2', 'keypad', 'keypad-title')}
    <div class="keypad">
      <div class="display"><span class="vh" data-text="display">${ui.display}</span><output id="display"></output></div>
      <button type="button" class="key" id="run">RUN</button>
      <button type="button" class="key" id="stop_rst">STOP/RST</button>
    </div>
    <p id="in-charge"></p>
  </section>`;

const body = () => `<header>
  ${text('h1', 'title')}
  <label>${text('span', 'language')}
    <select id="language"><option value="sk">Slovenčina</option><option value="gb">English</option></select>
  </label>
</header>
<main>
  <nav class="card" aria-labelledby="boards-title">
    ${text('h2', 'boards', 'boards-title')}
    <label>${text('span', 'filter')}
      <input id="filter" type="search" autocomplete="off" spellcheck="false">
    </label>
    <ul id="boards"></ul>
  </nav>
  <div class="stack">
    <p id="message" role="status"></p>
    ${keypad()}
    <div class="pair">${card('reads', 'dl')}${card('truth', 'dl')}</div>
    ${card('faults', 'div')}
  </div>
</main>`;

/** One self-contained page that requests only the panel. Slovak by default. */
export const renderPage = (nonce: string) => `<!doctype html>
<html lang="sk">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${ui.title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${read('page.css')}</style>
</head>
<body>
${body()}
<script type="application/json" id="texts">${safeJson(panelTexts)}</script>
<script type="module" nonce="${nonce}">${read('page.js')}</script>
</body>
</html>
`;
