import { HttpProblem, problemOf } from './http-problem.ts';

/** Rejects with `HttpProblem` if the connection breaks midway: never returns a partial file. */
async function readFile(url: string): Promise<Blob> {
  const response = await fetch(url, { credentials: 'include' }).catch(() => undefined);
  if (!response) throw new HttpProblem(0, 'NETWORK');
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined));
  return response.blob().catch(() => {
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
export const download = async (url: string, fileName: string) => saveFile(await readFile(url), fileName);
