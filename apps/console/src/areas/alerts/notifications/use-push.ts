import type { PushBrowser } from '@manoboard/contract/alert/push-subscription';
import { readUserAgent } from '@manoboard/domain/access/user-agent';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { HttpProblem, type HttpProblemCode } from '../../../lib/http/http-problem.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { pushBrowsersQuery, removePushBrowser } from './api.ts';
import { type OwnBrowser, readOwnBrowser, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';

/** The user may change the permission in the settings of the browser and come back. */
const ownBrowserQuery = {
  queryKey: ['own-browser'],
  queryFn: readOwnBrowser,
  networkMode: 'always',
  refetchOnWindowFocus: 'always',
} as const;

/** `service`: the push service of the browser did not answer or is switched off. */
type PushProblem = HttpProblemCode | 'dismissed' | 'service';

/** The browsers of the user that get notifications, and whether this one is among them. */
export function usePush() {
  // Its state is shown by components below, also by some that are mounted later.
  const browsers = useQuery({ ...pushBrowsersQuery, notifyOnChangeProps: 'all' });
  const own = useQuery(ownBrowserQuery);
  const here = browsers.data?.find(({ endpoint_hash }) => endpoint_hash === own.data?.endpointHash);

  const { run, isSending, result, error } = useAction({
    send: (change: () => Promise<'dismissed' | undefined>) => change(),
    onSettled: () => Promise.all([own.refetch(), browsers.refetch()]),
  });
  const failure = error instanceof HttpProblem ? error.code : error ? ('service' as const) : undefined;
  const problem: PushProblem | undefined = failure ?? result;

  return {
    browsers,
    own: own.data as OwnBrowser | undefined,
    here,
    isChanging: isSending,
    problem,
    turnOn: () =>
      run(async () => ((await subscribeBrowser()) === 'dismissed' ? ('dismissed' as const) : undefined)),
    remove: (browser: PushBrowser) =>
      run(async () => {
        // The server first: nothing is sent to a browser that the user has switched off.
        await removePushBrowser(browser.id);
        if (browser.id === here?.id) await unsubscribeBrowser();
        return undefined;
      }),
  };
}
export type PushView = ReturnType<typeof usePush>;

/** For example "Chrome, Android". */
export function useBrowserName() {
  const t = useTranslations('notifications.push');
  return (userAgent: string | null) => {
    const { browser, system } = readUserAgent(userAgent);
    return [browser, system].filter(Boolean).join(', ') || t('unknownBrowser');
  };
}
