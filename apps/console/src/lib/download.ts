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

/** Fetches a file and saves it through the browser's download. A file of its own because it is loaded on first use. */
export async function download(url: string, fileName: string) {
  const address = URL.createObjectURL(await readFile(url));
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
  link.click();
  // The browser reads the blob asynchronously after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
