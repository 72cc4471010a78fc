import { HttpProblem, problemOf } from './http-problem.ts';

interface Options {
  /** Called with the bytes that have arrived. */
  onBytes?: (bytes: number) => void;
  signal?: AbortSignal;
}

async function readBody(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    bytes += part.length;
    onBytes(bytes);
  }
  return new Blob(parts);
}

/** Rejects with `HttpProblem` if the connection breaks midway: never returns a partial file. */
async function readFile(url: string, { onBytes, signal }: Options): Promise<Blob> {
  const init: RequestInit = { credentials: 'include', ...(signal && { signal }) };
  const response = await fetch(url, init).catch(() => undefined);
  if (!response) throw new HttpProblem(0, 'NETWORK');
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined));
  return (onBytes ? readBody(response, onBytes) : response.blob()).catch(() => {
    throw new HttpProblem(0, 'NETWORK');
  });
}

/** Saves a file through the browser's download. */
export function saveFile(file: Blob, fileName: string) {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
  link.click();
  // The browser reads the blob asynchronously after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Fetches a file and saves it. A file of its own because it is loaded on first use. */
export const download = async (url: string, fileName: string, options: Options = {}) =>
  saveFile(await readFile(url, options), fileName);
