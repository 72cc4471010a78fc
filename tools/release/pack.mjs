import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import { CommandError } from '../env/terminal.mjs';

/** A folder as a tar file whose bytes depend on names, modes and contents only. */
async function* readTar(folder, names, epochS) {
  const fixed = [
    '--sort=name',
    `--mtime=@${epochS}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=gnu',
  ];
  const tar = spawn('tar', [...fixed, '-C', folder, '-cf', '-', ...names], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve, reject) => {
    tar.on('error', () => reject(new CommandError('GNU tar is needed to pack a release.')));
    tar.on('close', resolve);
  });
  // A rejection before the loop ends is awaited below.
  ended.catch(() => {});
  yield* tar.stdout;
  if ((await ended) !== 0) throw new CommandError(`tar could not pack ${folder}.`);
}

/** Level 19 takes five times as long and saves a tenth. */
const zstd = () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 12 } });

export const packZstd = (folder, names, file, epochS) =>
  pipeline(readTar(folder, names, epochS), zstd(), createWriteStream(file));

export const packGzip = (folder, names, file, epochS) =>
  pipeline(readTar(folder, names, epochS), createGzip({ level: 9 }), createWriteStream(file));
