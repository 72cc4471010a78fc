import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, join } from 'node:path';

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
}

/** The parts of a V8 profile that are read; times in microseconds. */
export interface CpuProfile {
  startTime: number;
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

/** The source file of a function in a bundle, by the source map beside it. */
export function createModuleFinder(folder: string): (frame: CallFrame) => string {
  const maps = new Map<string, SourceMap | undefined>();
  function mapOf(url: string): SourceMap | undefined {
    const path = join(folder, `${basename(url)}.map`);
    if (!maps.has(url))
      maps.set(url, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined);
    return maps.get(url);
  }
  return ({ url, lineNumber, columnNumber }) => {
    const entry = mapOf(url)?.findEntry(lineNumber, columnNumber);
    return entry && 'originalSource' in entry ? entry.originalSource : '';
  };
}

/** Time of the samples between two moments, and of those below a matching function; functions by their own time. */
export function sumProfile(
  { startTime, nodes, samples, timeDeltas }: CpuProfile,
  fromUs: number,
  toUs: number,
  isMatch: (frame: CallFrame) => boolean,
) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const isBelow = new Map<number, boolean>();
  for (const { id, callFrame, children = [] } of nodes) {
    const isIn = isBelow.get(id) === true || isMatch(callFrame);
    isBelow.set(id, isIn);
    for (const child of children) isBelow.set(child, isIn);
  }
  let [atUs, busyUs, matchedUs] = [startTime, 0, 0];
  const own = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const tookUs = timeDeltas[at] ?? 0;
    atUs += tookUs;
    const { functionName = '' } = byId.get(id)?.callFrame ?? {};
    if (atUs < fromUs || atUs > toUs || functionName === '(idle)') continue;
    busyUs += tookUs;
    if (!isBelow.get(id)) continue;
    matchedUs += tookUs;
    own.set(functionName, (own.get(functionName) ?? 0) + tookUs);
  }
  const tops = [...own]
    .sort(([, a], [, b]) => b - a)
    .map(([name, us]) => ({ function: name, percent: Number(((100 * us) / busyUs).toFixed(2)) }));
  return { busyUs, matchedUs, tops };
}
