import { HttpProblem, problemOf } from './http-problem.ts';

/** The whole file, or an `HttpProblem`: a connection that breaks midway gives no file. */
async function readFile(url: string): Promise<Blob> {
  const response = await fetch(url, { credentials: 'include' }).catch(() => undefined);
  if (!response) throw new HttpProblem(0, 'NETWORK');
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined));
  return response.blob().catch(() => {
    throw new HttpProblem(0, 'NETWORK');
  });
}

/** Loads a file and hands it to the browser's downloads. */
export async function download(url: string, fileName: string) {
  const address = URL.createObjectURL(await readFile(url));
  const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
  link.click();
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
