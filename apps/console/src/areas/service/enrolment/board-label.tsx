import { type Claim, claimText } from '@manoboard/contract/device/claim';
import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** Quiet zone that readers require, in modules. A module is a millimetre in print. */
const QUIET = 4;
/** Space below the code for two lines of text. */
const LINES = 9;

/** The label of a board: the QR code, with its text below for use without a camera. */
export function BoardLabel({ claim, name }: { claim: Claim; name: string }) {
  const code = generate(claimText(claim), { minCorrectionLevel: correction.M });
  const width = code.size + 2 * QUIET;
  const height = width + LINES;
  const line = { x: width / 2, fontSize: 3, textAnchor: 'middle' } as const;
  return (
    <svg
      data-print
      className="block rounded-md border border-line max-w-full bg-white print:fixed print:border-0 print:top-0 print:left-0 print:max-w-none [&_text]:fill-black [&_text]:font-mono"
      viewBox={`0 0 ${width} ${height}`}
      width={`${width}mm`}
      height={`${height}mm`}
      role="img"
      aria-label={name}
    >
      <rect width={width} height={height} fill="#fff" />
      <path transform={`translate(${QUIET} ${QUIET})`} d={toSvgPath(code)} shapeRendering="crispEdges" />
      <text {...line} y={width + 1}>
        {claim.id_dev}
      </text>
      <text {...line} y={width + 5}>
        {claim.claim_code}
      </text>
    </svg>
  );
}
