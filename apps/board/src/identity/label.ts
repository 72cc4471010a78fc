import { type Claim, claimText } from '@manoboard/contract/device/claim';
import { type Bitmap2D, correction, generate } from 'lean-qr';
import { toPngBuffer } from 'lean-qr/extras/node_export';
import { toSvgPath } from 'lean-qr/extras/svg';

/** Quiet zone required by readers. */
const QUIET = 4;
const PNG_PIXELS = 12;
/** Space below the code for two lines of text. */
const LINES = 9;

const codeOf = (claim: Claim): Bitmap2D => generate(claimText(claim), { minCorrectionLevel: correction.M });

export const labelPng = (claim: Claim): Uint8Array =>
  toPngBuffer(codeOf(claim), {
    scale: PNG_PIXELS,
    pad: QUIET,
    on: [0, 0, 0, 255],
    off: [255, 255, 255, 255],
  });

/** For print: the code with its text below, for use without a camera. */
export function labelSvg(claim: Claim): string {
  const code = codeOf(claim);
  const width = code.size + 2 * QUIET;
  const height = width + LINES;
  const line = (y: number, text: string) =>
    `<text x="${width / 2}" y="${y}" font-size="3" font-family="monospace" text-anchor="middle">${text}</text>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}mm" height="${height}mm">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<path transform="translate(${QUIET} ${QUIET})" d="${toSvgPath(code)}" shape-rendering="crispEdges"/>`,
    line(width + 1, claim.id_dev),
    line(width + 5, claim.claim_code),
    '</svg>',
    '',
  ].join('\n');
}

/** Two rows of the code per line of text; the drawn frame makes it readable on dark and light terminals. */
export function labelText(claim: Claim): string {
  const code = codeOf(claim);
  const from = -QUIET;
  const to = code.size + QUIET;
  const isLight = (x: number, y: number) => y < to && !code.get(x, y);
  const rows: string[] = [];
  for (let y = from; y < to; y += 2) {
    let row = '';
    for (let x = from; x < to; x++) {
      const upper = isLight(x, y);
      const lower = isLight(x, y + 1);
      row += upper ? (lower ? '█' : '▀') : lower ? '▄' : ' ';
    }
    rows.push(row);
  }
  return rows.join('\n');
}
