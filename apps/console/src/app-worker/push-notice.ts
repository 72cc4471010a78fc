import type { PushPayload } from '@manoboard/contract/alert/push-payload';
import { localeFor } from '@manoboard/contract/locales';

export interface PushNotice {
  title: string;
  options: NotificationOptions & {
    data: { path: string; takePath?: string };
    /** Browsers without buttons ignore them; the types of the library lack them. */
    actions?: { action: 'take'; title: string }[];
    renotify?: boolean;
    timestamp?: number;
  };
}

const FOLDER = '../../../../packages/i18n/src';
const texts = import.meta.glob<{ unreadable: string }>('../../../../packages/i18n/src/*/public.json', {
  eager: true,
  import: 'worker',
});

/** Shows the list of devices with what is wrong. */
const FALLBACK_PATH = '/admin/dashboard';

const parse = (text: string): Partial<Record<keyof PushPayload, unknown>> => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};

/** Only paths of this console: a message must not open another site. */
const isOwnPath = (path: unknown): path is string =>
  typeof path === 'string' && path.startsWith('/admin/') && !path.includes('..');

/** The button of a notification, if the message has one. */
function takeOf(take: unknown): Pick<PushNotice['options'], 'actions'> & { takePath?: string } {
  const { path, label } = Object(take) as Record<string, unknown>;
  if (!isOwnPath(path) || typeof label !== 'string') return {};
  return { takePath: path, actions: [{ action: 'take', title: label }] };
}

/**
 * What a push message shows. Browsers revoke the permission when a message shows nothing, so a message that cannot be read
 * is shown without its content.
 */
export function noticeOf(text: string, language: string): PushNotice {
  const { title, body, path, tag, lang, is_urgent: isUrgent, at, take } = parse(text);
  const { takePath, actions } = takeOf(take);
  const icons = { icon: '/icon-192.png', badge: '/icon-192.png' };
  if (typeof title !== 'string' || typeof body !== 'string') {
    const unreadable = texts[`${FOLDER}/${localeFor(language)}/public.json`]?.unreadable ?? '';
    return { title: 'MaNoBoard', options: { ...icons, body: unreadable, data: { path: FALLBACK_PATH } } };
  }
  return {
    title,
    options: {
      ...icons,
      body,
      ...(typeof lang === 'string' && { lang }),
      // A newer message about the same alert replaces the older one, and makes a sound again.
      ...(typeof tag === 'string' && { tag, renotify: true }),
      ...(typeof at === 'number' && { timestamp: at * 1000 }),
      requireInteraction: isUrgent === true,
      ...(actions && { actions }),
      data: { path: isOwnPath(path) ? path : FALLBACK_PATH, ...(takePath && { takePath }) },
    },
  };
}

/** `WindowClient` and `Clients` of a worker, whose types the tests do not have. */
export interface OpenWindow {
  url: string;
  focus: () => Promise<unknown>;
  navigate: (url: string) => Promise<Pick<OpenWindow, 'focus'> | null>;
}
export interface OpenWindows {
  matchAll: (options: { type: 'window' }) => Promise<readonly OpenWindow[]>;
  openWindow: (url: string) => Promise<unknown>;
}

/** A click: a window that shows the page already, else the last used window of the console, else a new one. */
export async function openNotice(
  notification: Pick<Notification, 'data' | 'close'>,
  clients: OpenWindows,
  origin: string,
  action = '',
) {
  const { path, takePath } = notification.data as PushNotice['options']['data'];
  notification.close();
  const { href } = new URL(action === 'take' ? (takePath ?? path) : path, origin);
  const windows = await clients.matchAll({ type: 'window' });
  const known = windows.find(({ url }) => url === href);
  if (known) return known.focus();
  const [last] = windows;
  // A window that this worker does not control cannot be navigated.
  const moved = await last?.navigate(href).catch(() => null);
  return moved ? moved.focus() : clients.openWindow(href);
}
