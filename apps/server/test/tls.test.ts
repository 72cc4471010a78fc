import { execFile, spawnSync } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { connect as connectTcp, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SESSION_COOKIE } from '@manoboard/contract/account/account';
import { connectBoard } from '@manoboard/testkit/board-client';
import { freePort } from '@manoboard/testkit/free-port';
import { startProgram } from '@manoboard/testkit/program';
import { waitFor } from '@manoboard/testkit/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/base/config.ts';
import { brokerLimits } from '../src/http/limits/connection-limit.ts';
import { createSelfSigned } from '../src/net/self-signed.ts';
import { type CertificateFiles, createCertificateFiles, httpsRequest } from './certificate.ts';
import { startWorld, type World } from './world.ts';

const run = promisify(execFile);
const hasMosquitto = !spawnSync('mosquitto_sub', ['--help']).error;

let files: CertificateFiles;
let world: World;
let redirectPort: number;
beforeAll(async () => {
  files = await createCertificateFiles();
  redirectPort = await freePort();
  world = await startWorld({
    env: {
      ...files.env,
      MQTT_TLS_PORT: `${await freePort()}`,
      HTTP_REDIRECT_PORT: `${redirectPort}`,
      START_GAP_S: '0',
    },
  });
});
afterAll(async () => {
  await world?.stop();
  await files?.remove();
});

const get = (path: string) => httpsRequest(world.server.url + path, { ca: files.cert });
const plainUrl = () => world.server.url.replace('https:', 'http:');
const mqttsUrl = () => world.server.mqttsUrl ?? '';

describe('HTTPS', () => {
  it('serves the API, without strict transport security for a certificate that no authority has signed', async () => {
    expect(world.server.url).toMatch(/^https:/);
    const answer = await get('/api/users/me');
    expect(answer.status).toBe(401);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  it('redirects a page that was opened by plain http, on the same port and on the redirect port', async () => {
    for (const origin of [plainUrl(), `http://127.0.0.1:${redirectPort}`]) {
      const answer = await fetch(`${origin}/admin?x=1`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([308, `${world.server.url}/admin?x=1`]);
    }
  });

  it('refuses calls by plain http, so that no password is sent twice, and answers probes of this machine', async () => {
    const login = await fetch(`${plainUrl()}/api/auth/jwt/login`, { method: 'POST', redirect: 'manual' });
    expect(login.status).toBe(400);
    expect((await fetch(`${plainUrl()}/api/devices`, { redirect: 'manual' })).status).toBe(400);
    expect((await fetch(`${plainUrl()}/readyz`)).status).toBe(200);
  });

  it('sets a session cookie for https only', async () => {
    const user = await world.user();
    const body = new URLSearchParams({ username: user.email, password: user.password }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await httpsRequest(`${world.server.url}/api/auth/jwt/login`, {
      ca: files.cert,
      method: 'POST',
      headers,
      body,
    });
    expect(String(answer.headers['set-cookie'])).toMatch(/__Host-\S+; .*HttpOnly; Secure/);
  });
});

const portOf = (url: string) => new URL(url).port;

describe('other programs', () => {
  const handshake = (version: string, ...more: string[]) =>
    run('sh', [
      '-c',
      'openssl s_client -connect "$0" -CAfile "$1" -verify_return_error "$2" "$3" </dev/null 2>&1',
      `127.0.0.1:${portOf(mqttsUrl())}`,
      files.certFile,
      version,
      ...more,
    ]).catch(({ stdout }: { stdout: string }) => ({ stdout }));

  it.skipIf(!hasMosquitto).each(['mqttv311', 'mqttv5'])(
    'mosquitto_sub -V %s logs in and subscribes with the certificate as its authority, and not without (skipped without mosquitto-clients)',
    async (version) => {
      const { deviceId, secret } = await world.enrol();
      const place = ['-h', '127.0.0.1', '-p', portOf(mqttsUrl()), '-V', version];
      const login = ['-i', deviceId, '-u', deviceId, '-P', secret, '-t', `mnb/v1/${deviceId}/cmd`, '-q', '1'];
      await run('mosquitto_sub', [...place, ...login, '--cafile', files.certFile, '-E']);
      const untrusting = run('mosquitto_sub', [...place, ...login, '--tls-use-os-certs', '-E']);
      await expect(untrusting).rejects.toThrow(/certificate|TLS/i);
    },
  );

  it('openssl verifies the certificate with TLS 1.2 and 1.3, and gets neither TLS 1.1 nor a CBC cipher', async () => {
    for (const version of ['-tls1_2', '-tls1_3'])
      expect((await handshake(version, '-brief')).stdout).toContain('Verification: OK');
    expect((await handshake('-tls1_1', '-brief')).stdout).not.toContain('CONNECTION ESTABLISHED');
    expect((await handshake('-cipher', 'ECDHE-ECDSA-AES128-SHA256')).stdout).toMatch(
      /TLSv1\.3|Cipher is \(NONE\)/,
    );
  });

  it('curl loads the console with the certificate, and refuses it without', async () => {
    const load = (...args: string[]) => run('curl', ['-sS', ...args, `${world.server.url}/healthz`]);
    expect((await load('--cacert', files.certFile)).stdout).toContain('ok');
    await expect(load()).rejects.toThrow(/certificate/);
  });
});

const dropped = async (reason: string) => {
  const { values } = await world.server.metrics.messagesDropped.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
};

describe('MQTT over TLS', () => {
  it('a certificate that is swapped under load drops no command and no frame', async () => {
    const user = await world.user();
    const device = await world.enrol(user.id);
    const board = await device.connect({ url: mqttsUrl(), mqtt: { ca: files.cert } });
    let isClosed = false;
    board.client.on('close', () => {
      isClosed = true;
    });
    await board.listen();
    await board.publishStatus();
    await board.publishInfo();
    await board.publishTele();
    // A second for each frame: history has one frame a second of a board.
    let ts = Math.floor(Date.now() / 1000) - 400;
    const sendFrames = (count: number) =>
      Promise.all(Array.from({ length: count }, () => board.publishTele({ ts: ts++ })));
    const earlier = files.cert;
    const stop = async (ca: string) => {
      const answer = httpsRequest(`${world.server.url}/api/mqtt/${device.deviceId}/start-stop`, {
        ca,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          cookie: `__Host-${SESSION_COOKIE}=${user.cookies.get(SESSION_COOKIE)}`,
        },
        body: JSON.stringify({ what: 'start', value: false }),
      });
      await board.done(await board.nextCommand());
      return (await answer).status;
    };

    const before = sendFrames(150);
    expect(await stop(earlier)).toBe(200);
    const { fingerprint } = world.server.certificate?.() ?? {};
    const during = sendFrames(150);
    const renewed = await files.renew();
    world.server.reloadCertificate();
    expect(world.server.certificate?.().fingerprint).not.toBe(fingerprint);
    expect(await stop(renewed)).toBe(200);
    await Promise.all([before, during, sendFrames(50)]);
    expect(isClosed).toBe(false);
    const { count } = await world.db
      .selectFrom('frame')
      .select((e) => e.fn.countAll<string>().as('count'))
      .where('device_id', '=', device.id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(351);
    await expect(httpsRequest(`${world.server.url}/healthz`, { ca: earlier })).rejects.toThrow(/certificate/);
    files.cert = renewed;
    await board.leave();
  });

  it('a key that does not belong to the certificate leaves the earlier one in use', async () => {
    const { fingerprint } = world.server.certificate?.() ?? {};
    const key = await readFile(files.keyFile);
    await writeFile(files.keyFile, createSelfSigned(['localhost'], Date.now()).key);
    world.server.reloadCertificate();
    expect((await get('/healthz')).status).toBe(200);
    expect(world.server.certificate?.().fingerprint).toBe(fingerprint);
    await writeFile(files.keyFile, key);
  });

  it('refuses a wrong secret as on the plain port', async () => {
    const { deviceId } = await world.enrol();
    const attempt = connectBoard({ url: mqttsUrl(), deviceId, secret: 'wrong', mqtt: { ca: files.cert } });
    await expect(attempt).rejects.toThrow(/Bad username or password/);
  });

  it('closes a connection that speaks no TLS', async () => {
    const socket = connectTcp(Number(portOf(mqttsUrl())), '127.0.0.1').on('error', () => {});
    socket.write('\x10\x0c\x00\x04MQTT\x04\x02\x00\x14\x00\x00');
    await new Promise((done) => socket.once('close', done).resume());
  });
});

describe('a board process', () => {
  const fingerprint = () => `sha256:${world.server.certificate?.().fingerprint}`;
  const programs: ReturnType<typeof startProgram>[] = [];
  afterEach(async () => {
    for (const program of programs.splice(0)) await program.stop();
  });
  const startBoard = (...args: string[]) => {
    const program = startProgram('apps/board/dist/main.mjs', args);
    programs.push(program);
    return program;
  };
  const aBoard = async (lines: string[] = []) => {
    const { deviceId, secret } = await world.enrol();
    const file = join(files.folder, `${deviceId}.secret`);
    await writeFile(file, [secret, ...lines, ''].join('\n'));
    return { args: ['board', '--id', deviceId, '--secret-file', file] };
  };

  it('connects with the address and the fingerprint of its identity file', async () => {
    const { args } = await aBoard([`mqtt ${mqttsUrl()}`, `ca ${fingerprint()}`]);
    await startBoard(...args).message('ready');
  });

  it('connects with the certificate as its authority, and names what is wrong without it', async () => {
    const { args } = await aBoard();
    await startBoard(...args, '--mqtt', mqttsUrl(), '--ca', files.certFile).message('ready');
    const lost = startBoard(...(await aBoard()).args, '--mqtt', mqttsUrl());
    await waitFor(() => lost.errors().includes('No authority has signed the certificate of the server.'));
  });

  it('sends its secret to no server with another certificate', async () => {
    const other = fingerprint().replace(/..$/, (end) => (end === '00' ? '11' : '00'));
    const { args } = await aBoard();
    const rejected = await dropped('bad_credentials');
    const board = startBoard(...args, '--mqtt', mqttsUrl(), '--ca', other);
    await waitFor(() => board.errors().includes('is not the one of --ca'));
    expect(await dropped('bad_credentials')).toBe(rejected);
    expect(board.errors()).not.toContain('is connected');
  });

  it('names a server that speaks no TLS', async () => {
    const other = createServer((socket) =>
      socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    );
    const port = await freePort();
    other.listen(port, '127.0.0.1');
    const board = startBoard(...(await aBoard()).args, '--mqtt', `mqtts://127.0.0.1:${port}`);
    await waitFor(() => board.errors().includes('speaks no TLS on this port'));
    other.close();
  });

  it('a fleet connects with the fingerprint', async () => {
    const boards = await Promise.all(Array.from({ length: 21 }, () => world.enrol()));
    const file = join(files.folder, 'fleet.json');
    await writeFile(
      file,
      JSON.stringify(boards.map(({ deviceId, secret }) => ({ id_dev: deviceId, secret }))),
    );
    await startBoard('fleet', '--mqtt', mqttsUrl(), '--ca', fingerprint(), '--credentials', file).message(
      'ready',
    );
  });
});

describe('without a certificate', () => {
  const own = async (env: Record<string, string>) => {
    const started = await startWorld({
      env: { MQTT_TLS_PORT: `${await freePort()}`, HOST: '0.0.0.0', MQTT_HOST: '0.0.0.0', ...env },
    });
    const read = (name: string) => readFile(join(started.dataDir, 'tls', name), 'utf8');
    return { started, read };
  };

  it('a server on a public address makes one, keeps it over restarts, and readable by its owner only', async () => {
    const { started, read } = await own({ MQTT_CONNECTIONS_PER_ADDRESS: '3', LIMIT_LOOPBACK: '1' });
    try {
      const cert = await read('cert.pem');
      expect((await stat(join(started.dataDir, 'tls', 'key.pem'))).mode & 0o777).toBe(0o600);
      const { port } = new URL(started.server.url);
      expect((await httpsRequest(`https://127.0.0.1:${port}/healthz`, { ca: cert })).status).toBe(200);
      await started.restart();
      expect(await read('cert.pem')).toBe(cert);

      // The limit of connections counts before the handshake.
      const { port: mqttsPort } = new URL(started.server.mqttsUrl ?? '');
      const sockets = Array.from({ length: 4 }, () => connectTcp(Number(mqttsPort), '127.0.0.1'));
      for (const socket of sockets) socket.on('error', () => {}).resume();
      await waitFor(() => sockets.filter(({ destroyed }) => destroyed).length === 1, {
        what: 'the end of one of four connections',
      });
      for (const socket of sockets) socket.destroy();
    } finally {
      await started.stop();
    }
  });

  it('a server behind a proxy serves plain http', async () => {
    const { started } = await own({ TRUSTED_PROXIES: '10.0.0.1' });
    expect(started.server.url).toMatch(/^http:/);
    await started.stop();
  });
});

describe('plain MQTT', () => {
  const socketOf = (remoteAddress: string, localAddress = '10.0.0.2') =>
    ({ remoteAddress, localAddress }) as Socket;
  const admits = (env: Record<string, string>, socket: Socket) =>
    brokerLimits({ config: readConfig(env), onProgress: () => {} }).admitPlain(socket);

  it.each([
    ['another machine is refused', {}, socketOf('10.0.0.3'), false],
    [
      'another machine is accepted with MQTT_ALLOW_PLAIN',
      { MQTT_ALLOW_PLAIN: '1' },
      socketOf('10.0.0.3'),
      true,
    ],
    [
      'a TLS proxy on another machine is accepted',
      { TRUSTED_PROXIES: '10.0.0.3' },
      socketOf('10.0.0.3'),
      true,
    ],
    ['loopback is accepted', {}, socketOf('127.0.0.1', '127.0.0.1'), true],
    ['this machine is accepted by its own address', {}, socketOf('10.0.0.2'), true],
  ])('of %s', (_case, env, socket, isAdmitted) => expect(admits(env, socket)).toBe(isAdmitted));
});
