import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  expect,
  freePort,
  isReady,
  launch,
  newInstallation,
  requirePrograms,
  unpack,
  until,
} from './trial.mjs';

/**
 * Node-RED and the MQTT client of Home Assistant (paho-mqtt) read a pump and switch it, with MQTT 3.1.1 and 5:
 *   node tools/release/try-programs.mjs release/manoboard-VERSION-linux-x64.tar.gz [PROGRAMS]
 * Both programs are downloaded, by npm and pip, unless the folder PROGRAMS has them; the demo of the release has the pump.
 */
const [archive = '', given] = process.argv.slice(2);
const NODE_RED = 'node-red@5.0.7';
const PAHO = 'paho-mqtt==2.1.0';
const OWNER = { username: 'owner@demo.local', password: 'Demo1234' };
const DEVICE = 'MNB-DE0001';
/** Version of the protocol as Node-RED and paho number it. */
const PROTOCOLS = [
  { protocol: '3.1.1', version: 4 },
  { protocol: '5', version: 5 },
];

/** A login of the owner for programs, which may switch. */
async function addLogin(url, name) {
  const session = await fetch(`${url}/auth/jwt/login`, { method: 'POST', body: new URLSearchParams(OWNER) });
  const cookie = session.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const send = async (method, path, body) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return /** @type {Promise<{ id: number, username: string, password: string }>} */ (answer.json());
  };
  const login = await send('POST', '/integrations', { name });
  await send('PATCH', `/integrations/${login.id}`, { can_switch: true });
  return login;
}

/** A node without a place counts as a setting of others. */
const SPOT = { z: 'tab', x: 100, y: 100 };

/** Values that arrive are lines of a file; a request writes the wanted position to the broker. */
function writeFlow(folder, { username, password }, port, version, adminPort) {
  const topic = `${username}/devices/${DEVICE}`;
  const wires = (...ids) => [ids];
  const flow = [
    { id: 'tab', type: 'tab', label: 'pump' },
    {
      id: 'broker',
      type: 'mqtt-broker',
      broker: '127.0.0.1',
      port,
      protocolVersion: String(version),
      keepalive: '60',
      cleansession: true,
      autoConnect: true,
      usetls: false,
      clientid: '',
    },
    {
      id: 'the-in',
      ...SPOT,
      type: 'mqtt in',
      topic: `${topic}/state`,
      qos: '1',
      datatype: 'utf8',
      broker: 'broker',
      wires: wires('the-file'),
    },
    {
      id: 'the-file',
      ...SPOT,
      type: 'file',
      filename: join(folder, 'values'),
      filenameType: 'str',
      appendNewline: true,
      overwriteFile: 'false',
      wires: [[]],
    },
    { id: 'the-http', ...SPOT, type: 'http in', url: '/set', method: 'get', wires: wires('the-take') },
    {
      id: 'the-take',
      ...SPOT,
      type: 'function',
      outputs: 2,
      wires: [['the-out'], ['the-answer']],
      func: `return [{ payload: msg.req.query.to, topic: '${topic}/switch/set' }, { ...msg, payload: 'sent' }];`,
    },
    {
      id: 'the-out',
      ...SPOT,
      type: 'mqtt out',
      topic: '',
      qos: '1',
      retain: 'false',
      broker: 'broker',
      wires: [],
    },
    { id: 'the-answer', ...SPOT, type: 'http response', wires: [] },
  ];
  mkdirSync(folder);
  writeFileSync(join(folder, 'flows.json'), JSON.stringify(flow));
  writeFileSync(join(folder, 'flows_cred.json'), JSON.stringify({ broker: { user: username, password } }));
  const settings = {
    uiHost: '127.0.0.1',
    uiPort: adminPort,
    flowFile: 'flows.json',
    credentialSecret: false,
  };
  writeFileSync(join(folder, 'settings.js'), `module.exports = ${JSON.stringify(settings)};`);
}

/** As Home Assistant connects: a client of paho, subscribed to everything below its prefix. */
const PAHO_PROGRAM = `
import json, sys, time
import paho.mqtt.client as mqtt
port, version, user, password, device = int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:6]
seen = {}
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id='', protocol=version)
client.username_pw_set(user, password)
client.on_connect = lambda c, _u, _f, reason, _p: (print('connected', reason), c.subscribe(user + '/#', 1))
client.on_message = lambda _c, _u, message: seen.__setitem__(message.topic[len(user) + 1:], message.payload.decode())
client.connect('127.0.0.1', port, 60)
client.loop_start()
def until(what, sentence):
    end = time.time() + 60
    while not what():
        if time.time() > end: sys.exit('waited in vain: ' + sentence)
        time.sleep(0.1)
    print('ok ', sentence)
position = lambda: json.loads(seen.get('devices/%s/state' % device, '{}')).get('switch')
until(lambda: 'sensor/%s/pressure/config' % device in seen, 'discovery')
until(position, 'a position')
wanted = 'OFF' if position() == 'ON' else 'ON'
client.publish('%s/devices/%s/switch/set' % (user, device), wanted, 1).wait_for_publish(10)
until(lambda: position() == wanted, 'the pump is ' + wanted)
client.disconnect()
`;

requirePrograms('npm', 'python3', 'pip');
const work = mkdtempSync(join(tmpdir(), 'manoboard-programs-'));
chmodSync(work, 0o755);
const started = [];
try {
  if (!existsSync(archive)) throw new Error('Name an archive that npm run cli -- release has written.');
  const programs = given ? resolve(given) : join(work, 'programs');
  if (!given) {
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', programs, NODE_RED]);
    execFileSync('pip', ['install', '--quiet', '--no-deps', '--target', join(programs, 'paho'), PAHO]);
  }
  writeFileSync(join(work, 'try.py'), PAHO_PROGRAM);
  const program = unpack(resolve(archive), join(work, 'now'));
  const node = join(dirname(program), 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  const env = { ...(await newInstallation(work)), DEMO: '1', DEMO_HISTORY_DAYS: '0', START_GAP_S: '0' };
  const demo = launch(program, ['start'], { env });
  started.push(demo);
  await until(() => isReady(env), 'the demo');
  const api = `http://127.0.0.1:${env.PORT}/api`;

  for (const { protocol, version } of PROTOCOLS) {
    const login = await addLogin(api, `Node-RED ${protocol}`);
    const folder = join(work, `flow-${version}`);
    const adminPort = await freePort();
    writeFlow(folder, login, env.MQTT_PORT, version, Number(adminPort));
    const red = launch(node, [join(programs, 'node_modules/node-red/red.js'), '--userDir', folder], {
      env: { ...env, NODE_OPTIONS: '' },
    });
    started.push(red);
    const values = () =>
      readFileSync(join(folder, 'values'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    await until(() => values().length > 0, 'values in Node-RED').catch((error) => {
      throw new Error(`${error.message}\n${red.output()}`);
    });
    const { pressure, switch: position } = values().at(-1);
    expect(typeof pressure === 'number', `Node-RED reads the pump by MQTT ${protocol}: ${pressure} bar.`);
    const wanted = position === 'ON' ? 'OFF' : 'ON';
    await fetch(`http://127.0.0.1:${adminPort}/set?to=${wanted}`);
    await until(() => values().at(-1).switch === wanted, 'the pump');
    expect(true, `Node-RED switches it by MQTT ${protocol}: ${position} → ${wanted}, as the board reports.`);
    await red.stop();
  }
  for (const { protocol, version } of PROTOCOLS) {
    const { username, password } = await addLogin(api, `paho ${protocol}`);
    const args = [join(work, 'try.py'), env.MQTT_PORT, String(version), username, password, DEVICE];
    const said = execFileSync('python3', args, {
      encoding: 'utf8',
      env: { ...env, PYTHONPATH: join(programs, 'paho') },
    });
    expect(said.includes('ok  the pump is'), `paho-mqtt reads and switches it by MQTT ${protocol}.`, said);
  }
} finally {
  for (const each of started) await each.stop();
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}
