const texts = JSON.parse(document.getElementById('texts').textContent);
const REFRESH_EVERY_MS = 2000;
const READ_UNITS = {
  frequency_fc: 'Hz',
  pressure: 'bar',
  required_pressure: 'bar',
  motor_current: 'A',
  motor_power: 'kW',
  bus_voltage: 'V',
  temperature_fc: '°C',
  analog_input_2: 'V',
};
const TRUTH_UNITS = {
  pressure_bar: 'bar',
  flow_lpm: 'l/min',
  frequency_hz: 'Hz',
  power_w: 'W',
  mains_v: 'V',
  drive_c: '°C',
};

const state = { locale: 'sk', boards: [], chosen: undefined, view: undefined };
const at = (id) => document.getElementById(id);
const localeTexts = () => texts[state.locale];

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function showMessage(sentence) {
  if (at('message').textContent !== sentence) at('message').textContent = sentence;
}

async function fetchJson(path, options) {
  const response = await fetch(path, options);
  const body = await response.json();
  if (!response.ok) throw new Error(body.error);
  return body;
}

const boardPath = () => `/boards/${encodeURIComponent(state.chosen)}`;

async function put(name, fault) {
  try {
    await fetchJson(`${boardPath()}/faults/${name}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    showMessage('');
  } catch (error) {
    showMessage(error.message);
  }
  await refresh();
}

function number(value, unit) {
  if (value === undefined) return '—';
  const said = new Intl.NumberFormat(localeTexts().lang, { maximumFractionDigits: 2 }).format(value);
  return unit ? `${said} ${unit}` : said;
}

function showList(id, labels, values, units) {
  const rows = Object.entries(labels).flatMap(([key, label]) => [
    element('dt', { textContent: label }),
    element('dd', { textContent: number(values[key], units[key]) }),
  ]);
  at(id).replaceChildren(...rows);
}

function showBoards() {
  const wanted = at('filter').value.trim().toLowerCase();
  const { ui, scenarios } = localeTexts();
  const shown = state.boards.filter(({ id }) => id.toLowerCase().includes(wanted)).slice(0, 100);
  const items = shown.map(({ id, scenario, faults }) => {
    const count = faults.length > 0 ? `${ui.active}: ${faults.length}` : ui.none;
    const button = element(
      'button',
      { type: 'button', onclick: () => choose(id) },
      element('span', { textContent: id }),
      element('small', { textContent: scenarios[scenario] ?? scenario }),
      element('small', { textContent: count, className: faults.length > 0 ? 'has-faults' : '' }),
    );
    if (id === state.chosen) button.setAttribute('aria-current', 'true');
    return element('li', {}, button);
  });
  // A redraw during an interaction would take the focus from the button.
  const focused = at('boards').contains(document.activeElement)
    ? [...at('boards').querySelectorAll('button')].indexOf(document.activeElement)
    : -1;
  at('boards').replaceChildren(...items);
  at('boards').querySelectorAll('button')[focused]?.focus();
}

/** The error message of the first invalid number of a fault. */
function wrongNumber({ name, bounds }) {
  const { ui, params } = localeTexts();
  const wrong = Object.entries(bounds).find(([key]) => !at(inputId(name, key)).reportValidity());
  if (!wrong) return undefined;
  const [key, { low, high }] = wrong;
  return `${params[key] ?? key}: ${ui.wrong} ${ui.from} ${number(low)} ${ui.to} ${number(high)}.`;
}

async function switchOn(fault) {
  const wrong = wrongNumber(fault);
  if (!wrong) return put(fault.name, { on: true, params: numbersOf(fault) });
  await refresh();
  showMessage(wrong);
}

const inputId = (name, key) => `${name}-${key}`;

function numbersOf({ name, bounds }) {
  const entries = Object.keys(bounds).map((key) => [key, at(inputId(name, key)).valueAsNumber]);
  return Object.fromEntries(entries.filter(([, value]) => Number.isFinite(value)));
}

function makeNumber(fault, key) {
  const { low, high, unit, isWhole } = fault.bounds[key];
  const input = element('input', {
    id: inputId(fault.name, key),
    type: 'number',
    required: true,
    min: low,
    max: high,
    step: isWhole ? 1 : 'any',
    value: fault.params[key],
    onchange: () => {
      if (at(fault.name).checked) switchOn(fault);
    },
  });
  const { params, ui } = localeTexts();
  const range = `${unit} (${ui.from} ${number(low)} ${ui.to} ${number(high)})`;
  return element('label', {}, `${params[key] ?? key} `, input, element('small', { textContent: range }));
}

function makeFault(fault) {
  const { name, sentence } = localeTexts().faults[fault.name];
  const toggle = element('input', {
    id: fault.name,
    type: 'checkbox',
    onchange: () => (toggle.checked ? switchOn(fault) : put(fault.name, { on: false })),
  });
  toggle.setAttribute('role', 'switch');
  const row = element(
    'div',
    { className: 'fault' },
    toggle,
    element('label', { className: 'name', htmlFor: fault.name, textContent: name }),
    element('p', { textContent: sentence }),
  );
  const keys = Object.keys(fault.bounds);
  if (keys.length > 0)
    row.append(element('div', { className: 'numbers' }, ...keys.map((key) => makeNumber(fault, key))));
  return row;
}

function makeFaults() {
  const groups = Object.entries(localeTexts().places).map(([place, title]) =>
    element(
      'div',
      {},
      element('h3', { textContent: title }),
      ...state.view.faults.filter(({ acts }) => acts === place).map(makeFault),
    ),
  );
  at('faults').replaceChildren(...groups);
}

/** Updates only values that changed elsewhere: an input that is being edited keeps its value. */
function showFaults() {
  for (const { name, on, params } of state.view.faults) {
    at(name).checked = on;
    for (const [key, value] of Object.entries(params)) {
      const input = at(inputId(name, key));
      if (on && input !== document.activeElement) input.value = value;
    }
  }
}

function showView() {
  const { reads, truth, states, ui } = localeTexts();
  showList('reads', reads, state.view.reads, READ_UNITS);
  const runState = at('reads').querySelector('dd');
  runState.textContent = states[state.view.reads.on_off_state_r] ?? runState.textContent;
  if (state.view.fc === 0)
    at('reads').prepend(element('dt', { textContent: '' }), element('dd', { textContent: ui.noAnswer }));
  showList('truth', truth, state.view.truth, TRUTH_UNITS);
}

function showKeypad() {
  const { display, is_fault, is_in_charge } = state.view.keypad;
  const { ui } = localeTexts();
  const shown = display === '' ? ui.dark : display;
  if (at('display').textContent !== shown) at('display').textContent = shown;
  at('display').dataset.fault = is_fault;
  at('in-charge').textContent = is_in_charge ? ui.inCharge : ui.notInCharge;
}

async function press(key) {
  try {
    await fetchJson(`${boardPath()}/keypad/${key}`, { method: 'POST' });
    showMessage('');
  } catch (error) {
    showMessage(error.message);
  }
  await refresh();
}

function showTexts() {
  const { ui, lang } = localeTexts();
  document.documentElement.lang = lang;
  document.title = ui.title;
  for (const place of document.querySelectorAll('[data-text]')) place.textContent = ui[place.dataset.text];
}

async function refresh() {
  const { boards } = await fetchJson('/boards');
  state.boards = boards;
  state.chosen ??= boards[0]?.id;
  const chosen = state.chosen;
  const view = chosen === undefined ? undefined : await fetchJson(boardPath());
  if (state.chosen !== chosen) return;
  const isNew = state.view?.id !== view?.id;
  state.view = view;
  showBoards();
  if (!view) return;
  if (isNew) makeFaults();
  showFaults();
  showView();
  showKeypad();
}

async function choose(id) {
  state.chosen = id;
  await refresh().catch(() => showMessage(localeTexts().ui.lost));
}

async function keepLooking() {
  try {
    await refresh();
    if (at('message').textContent === localeTexts().ui.lost) showMessage('');
  } catch {
    showMessage(localeTexts().ui.lost);
  }
  setTimeout(keepLooking, REFRESH_EVERY_MS);
}

function remembered() {
  try {
    return localStorage.getItem('locale');
  } catch {
    return undefined;
  }
}

function setLocale(locale) {
  state.locale = Object.hasOwn(texts, locale ?? '') ? locale : 'sk';
  at('language').value = state.locale;
  showTexts();
  showBoards();
  if (!state.view) return;
  makeFaults();
  showFaults();
  showView();
  showKeypad();
}

for (const key of ['run', 'stop_rst'])
  at(key).addEventListener('click', () => press(key).catch(() => showMessage(localeTexts().ui.lost)));
at('language').addEventListener('change', ({ target }) => {
  setLocale(target.value);
  try {
    localStorage.setItem('locale', target.value);
  } catch {
    // Without storage the choice is not kept.
  }
});
at('filter').addEventListener('input', showBoards);
setLocale(remembered());
keepLooking();
