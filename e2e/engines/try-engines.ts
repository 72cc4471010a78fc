import { startFleetProgram, startServerProgram } from '@manoboard/testkit/program';
import { createInstallation } from '@manoboard/testkit/program-folders';
import { waitFor } from '@manoboard/testkit/wait-for';
import { overview } from '../screens/screen.ts';
import { texts } from '../texts.ts';
import { ENGINES, type Engine } from './engines.ts';

const { auth } = texts.sk;
const STEP = { timeoutMs: 60_000 };
const quoted = (text: string) => JSON.stringify(text);

/** An element by its role and a part of its name, as a person finds it. */
const button = (name: string) =>
  `[...document.querySelectorAll('button')].find((each) => (each.ariaLabel ?? each.textContent).trim() === ${quoted(name)})`;
const field = (label: string) =>
  `[...document.querySelectorAll('label')].find((each) => each.textContent.startsWith(${quoted(label)}))?.control`;
/** React listens to the setter of the prototype. */
const fill = (label: string, text: string) => `(() => {
  const input = ${field(label)};
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${quoted(text)});
  input.dispatchEvent(new Event('input', { bubbles: true }));
  return input.value;
})()`;
const SWITCH = `document.querySelector('[role=switch]')`;
const isOn = `${SWITCH}?.checked ?? ${SWITCH}?.ariaChecked === 'true'`;

/** Login, the live page of a pump, its switch and its graphs: the main path of an owner. Clicks are those of scripts. */
async function walk({ goto, evaluate }: Engine, url: string): Promise<void> {
  const until = (expression: string, what: string) =>
    waitFor(async () => (await evaluate(expression)) === true, { ...STEP, what });
  await goto(`${url}/auth/login`);
  await until(`Boolean(${field(auth.email)})`, 'the login page');
  await evaluate(fill(auth.email, 'owner@demo.local'));
  await evaluate(fill(auth.password, 'Demo1234'));
  await evaluate(`${button(auth.submitLogin)}?.click()`);
  await until(`location.pathname.startsWith('/admin/')`, 'the dashboard');
  console.log('    logs in');
  await goto(`${url}${overview('MNB-DE0001')}`);
  await until(
    `${SWITCH}?.getAttribute('aria-disabled') !== 'true' && Boolean(${SWITCH})`,
    'the switch of the pump',
  );
  await until(`/\\d,\\d+\\s*bar/.test(document.body.innerText)`, 'a live pressure');
  console.log('    shows live values');
  const before = await evaluate(isOn);
  await evaluate(`${SWITCH}.click()`);
  // R5.12: a pump that stood for more than a minute asks first; a click of a script is one of a screen reader.
  const step = `(${button(texts.sk.start.hold)} ?? ${button(texts.sk.start.again)})?.click()`;
  await until(`(${step}, (${isOn}) === ${!before})`, 'the confirmed switch');
  console.log('    switches the pump, confirmed by the board');
  await goto(`${url}${overview('MNB-DE0001', 'graphs')}&view=hour`);
  await until(`document.querySelectorAll('canvas').length > 0`, 'the graphs');
  console.log('    draws graphs');
}

const installation = await createInstallation();
const server = await startServerProgram({ ...installation.env, DEMO: '1', LOGINS_PER_MINUTE: '10000' });
const fleet = await startFleetProgram(server.ready);
let failed = 0;
for (const [name, { start, packages }] of Object.entries(ENGINES)) {
  const engine = await start();
  if (!engine) {
    console.log(`${name} is not installed, so it is not tried (Debian: apt-get install ${packages}).`);
    continue;
  }
  console.log(engine.version);
  try {
    await walk(engine, server.ready.url);
  } catch (error) {
    failed++;
    console.log(`    fails: ${(error as Error).message}`);
  } finally {
    await engine.close();
  }
}
await fleet.stop();
await server.stop();
await installation.remove();
process.exit(failed > 0 ? 1 : 0);
