import type { Call } from '@manoboard/contract/http/call';
import { type Answer, address, type Exchanged, parseJson, requestBy } from './http.ts';
import { HttpProblem } from './http-problem.ts';

/** A connection that takes no byte for this long is lost. */
const STALLED_MS = 60_000;

interface Options {
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/** `fetch` reports no progress of an upload. */
function exchange(call: Call, file: Blob, { onProgress, signal }: Options): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      settle();
    };
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), STALLED_MS);
    };
    const fail = end(() => reject(signal.aborted ? signal.reason : new HttpProblem(0, 'NETWORK')));
    request.upload.onprogress = ({ loaded }) => {
      watch();
      onProgress(loaded);
    };
    request.onload = end(() => resolve({ status: request.status, body: parseJson(request.responseText) }));
    request.onerror = fail;
    request.onabort = fail;
    signal.addEventListener('abort', () => request.abort());
    request.open(call.method, address(call));
    request.setRequestHeader('content-type', 'application/octet-stream');
    watch();
    request.send(file);
  });
}

/** Uploads a file as the body of this call; resolves with no result when the session is over. */
export const upload = <C extends Call>(
  call: C,
  file: Blob,
  options: Options,
): Promise<Answer<C> | undefined> => requestBy(call, () => exchange(call, file, options), options.signal);
