import {
  chmodSync,
  cpSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { root } from '../env/root.mjs';
import { packGzip } from './pack.mjs';
import { setModes } from './stage.mjs';

const MACHINES = { x64: 'amd64', arm64: 'arm64' };
export const debName = (version, arch) => `manoboard_${version}_${MACHINES[arch]}.deb`;

const kilobytes = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size / 1024, 0);

const control = (version, arch, size) => `Package: manoboard
Version: ${version}
Architecture: ${MACHINES[arch]}
Maintainer: MaNoBoard contributors <maintainers@manoboard.invalid>
Installed-Size: ${Math.ceil(size)}
Depends: adduser, libc6 (>= 2.28), libstdc++6, util-linux
Recommends: postgresql (>= 15)
Section: net
Priority: optional
Description: console for watching and controlling water pumps
 Server, web console and board program of MaNoBoard, with the Node and the
 Postgres that they need. The server listens on the loopback address until
 /etc/manoboard/manoboard.env says otherwise.
`;

/** One file of an ar archive; its header has fixed columns. */
async function* readMember(name, file, epochS) {
  const { size } = statSync(file);
  const columns = [name.padEnd(16), `${epochS}`.padEnd(12), '0'.padEnd(6), '0'.padEnd(6), '100644'.padEnd(8)];
  yield Buffer.from(`${columns.join('')}${`${size}`.padEnd(10)}\`\n`);
  yield* createReadStream(file);
  if (size % 2 === 1) yield Buffer.from('\n');
}

/**
 * The two folders of a Debian package: programs in /usr/lib/manoboard, settings in /etc/manoboard, units of systemd; and what
 * dpkg reads and runs.
 * @param {{ staged: string, data: string, scripts: string, version: string, arch: string }} options
 */
export function stageDeb({ staged, data, scripts, version, arch }) {
  for (const folder of [data, scripts]) rmSync(folder, { recursive: true, force: true });
  const place = (...path) => {
    mkdirSync(join(data, ...path), { recursive: true });
    return join(data, ...path);
  };
  cpSync(staged, place('usr', 'lib', 'manoboard'), { recursive: true, verbatimSymlinks: true });
  // Tools read the settings of the service.
  symlinkSync('/etc/manoboard/manoboard.env', join(data, 'usr/lib/manoboard/.env'));
  symlinkSync('../lib/manoboard/manoboard', join(place('usr', 'bin'), 'manoboard'));
  const units = place('usr', 'lib', 'systemd', 'system');
  for (const unit of ['manoboard.service', 'manoboard@.service', 'manoboard-board.service'])
    cpSync(join(root, 'deploy', unit), join(units, unit));
  cpSync(join(root, 'deploy', 'manoboard.env'), join(place('etc', 'manoboard'), 'manoboard.env'));

  cpSync(join(root, 'deploy', 'debian'), scripts, { recursive: true });
  writeFileSync(join(scripts, 'control'), control(version, arch, kilobytes(data)));
  setModes(data);
  setModes(scripts);
  for (const script of ['postinst', 'postrm', 'prerm']) chmodSync(join(scripts, script), 0o755);
}

/**
 * A Debian package of a staged release.
 * @param {{ staged: string, work: string, file: string, version: string, arch: string, epochS: number }} options
 */
export async function writeDeb({ staged, work, file, version, arch, epochS }) {
  const data = join(work, 'deb-data');
  const scripts = join(work, 'deb-control');
  stageDeb({ staged, data, scripts, version, arch });
  writeFileSync(join(work, 'debian-binary'), '2.0\n');
  await packGzip(scripts, ['.'], join(work, 'control.tar.gz'), epochS);
  await packGzip(data, ['.'], join(work, 'data.tar.gz'), epochS);
  await pipeline(async function* members() {
    yield Buffer.from('!<arch>\n');
    for (const name of ['debian-binary', 'control.tar.gz', 'data.tar.gz'])
      yield* readMember(name, join(work, name), epochS);
  }, createWriteStream(file));
}
