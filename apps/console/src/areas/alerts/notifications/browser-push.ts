import { alertChannelCalls } from '@manoboard/contract/alert/alert-channels.calls';
import type { NewPushSubscription } from '@manoboard/contract/alert/push-subscription';
import { request } from '../../../lib/http/http.ts';

/**
 * `insecure`: the page came by http. `install`: an iPhone or iPad, where only the installed app can. `denied`: the user has
 * blocked notifications in the browser.
 */
type Support = 'insecure' | 'install' | 'unsupported' | 'denied' | 'ok';

export interface OwnBrowser {
  support: Support;
  /** SHA-256 of the endpoint in hex; nothing without a subscription. */
  endpointHash: string | undefined;
}

const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  // An iPad names itself a Mac.
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

function readSupport(): Support {
  if (!window.isSecureContext) return 'insecure';
  if (!('PushManager' in window && 'Notification' in window && navigator.serviceWorker))
    return isAppleMobile() ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'ok';
}

async function findSubscription() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function readOwnBrowser(): Promise<OwnBrowser> {
  const support = readSupport();
  const subscription = support === 'ok' ? await findSubscription() : undefined;
  return { support, endpointHash: subscription && (await hashOf(subscription.endpoint)) };
}

async function newSubscription(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/app-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    return await subscribe();
  } catch (error) {
    // The browser has a subscription with the key of another installation.
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return subscribe();
  }
}

/** `dismissed`: the user gave no permission. */
export async function subscribeBrowser(): Promise<'subscribed' | 'dismissed' | 'session over'> {
  // First, since browsers open the question only right after a click.
  if ((await Notification.requestPermission()) !== 'granted') return 'dismissed';
  const key = await request(alertChannelCalls.pushKey);
  if (!key) return 'session over';
  const { endpoint, keys } = (await newSubscription(key.public_key)).toJSON();
  const body = { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } } as NewPushSubscription;
  return (await request(alertChannelCalls.addPushBrowser, { body })) ? 'subscribed' : 'session over';
}

/** After this the push service refuses messages to the browser, whatever the server knows. */
export const unsubscribeBrowser = async () =>
  void (await (await findSubscription().catch(() => undefined))?.unsubscribe().catch(() => undefined));
