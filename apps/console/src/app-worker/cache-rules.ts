/** Messages of the page: take over now, or answer with the build. */
export type WorkerRequest = 'activate' | 'build';

/** `file`: a hashed file of this build, from the cache. `page`: the network, else the cached page. */
type Rule = 'file' | 'page' | 'network';

/** Paths of the server that are no pages of the console. */
const NOT_PAGES = /^\/(api|assets|healthz|readyz|metrics)(\/|$)|\.\w+$/;

/**
 * The worker never touches data: requests to the API, the event stream, other origins and anything but GET go to the
 * network as if there were no worker.
 */
export function ruleOf(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
  files: ReadonlySet<string>,
): Rule {
  const { origin: wanted, pathname, search } = new URL(url);
  if (method !== 'GET' || wanted !== origin) return 'network';
  if (search === '' && files.has(pathname)) return 'file';
  return mode === 'navigate' && !NOT_PAGES.test(pathname) ? 'page' : 'network';
}

/** A proxy without its server answers with these. */
export const isServerAway = (status: number) => status === 502 || status === 503 || status === 504;

export const buildOfPage = (html: string) => /<meta name="build" content="([^"]+)"/.exec(html)?.[1];
