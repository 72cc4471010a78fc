import { readFile, writeFile } from 'node:fs/promises';
import { launchChromium } from '@manoboard/testkit/chromium';
import type { Browser } from 'playwright-core';

const [WIDTH, HEIGHT, FRAMES] = [1280, 720, 2];

/** Brightness of each pixel of a label held slightly askew. */
async function renderLabel(browser: Browser, png: string): Promise<Buffer> {
  const page = await browser.newPage();
  const address = `data:image/png;base64,${(await readFile(png)).toString('base64')}`;
  const pixels = await page.evaluate(
    async ({ address, width, height }) => {
      const label = new Image();
      label.src = address;
      await label.decode();
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = '#8a8f94';
      context.fillRect(0, 0, width, height);
      context.translate(width * 0.54, height * 0.47);
      context.rotate(0.16);
      context.drawImage(label, -170, -170, 340, 340);
      const { data } = context.getImageData(0, 0, width, height);
      const brightness = Array.from({ length: width * height }, (_, at) => data[4 * at] ?? 0);
      // Passing a string is much faster than an array of a million numbers.
      return brightness.map((byte) => String.fromCharCode(byte)).join('');
    },
    { address, width: WIDTH, height: HEIGHT },
  );
  await page.close();
  return Buffer.from(pixels, 'latin1');
}

/** Writes a video of grey frames (YUV4MPEG2). */
async function writeVideo(file: string, brightness: Buffer) {
  const colours = Buffer.alloc(brightness.length / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), brightness, colours]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F30:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]));
}

/** A browser whose camera shows this label, with camera access granted. */
export async function launchWithCamera(png: string): Promise<Browser> {
  const renderer = await launchChromium();
  const file = png.replace(/\.png$/, '.y4m');
  await writeVideo(file, await renderLabel(renderer, png));
  await renderer.close();
  return launchChromium({
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
}
