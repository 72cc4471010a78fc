import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter, useRouterState } from '@tanstack/react-router';
import { startTransition, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useHasUndo } from '../../areas/pump/start/start-undo.ts';
import { UndoBar } from '../../areas/pump/start/undo-bar.tsx';
import { onLiveEvent } from '../../device/live/live.ts';
import { useLinkState } from '../../device/live/use-link.ts';
import { Later } from '../../lib/page/later.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { whenIdle } from '../../lib/time/when-idle.ts';
import { checkForUpdate } from '../app-update.ts';
import { haveRolesChanged } from '../guards.ts';
import { clearCacheAfterUnmount, queryClient } from '../query-client.ts';
import { type Person, usePerson } from '../use-person.ts';
import { BottomBar } from './bottom-bar.tsx';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';
import { Toaster } from './toaster.tsx';
import { TopBar } from './top-bar.tsx';
import { useSidebar } from './use-sidebar.ts';

const AccountNotices = lazyComponent(
  async () => (await import('../../areas/account/profile/account-notices.tsx')).AccountNotices,
  'account',
);
/** Loads after the first paint; it shows nothing until a request needs a proof of identity. */
const IdentityProof = lazyComponent(async () => {
  await whenIdle();
  return (await import('./identity-proof.tsx')).IdentityProof;
});
const CommandPalette = lazyComponent(
  async () => (await import('./command-palette.tsx')).CommandPalette,
  'help',
  'alerts',
);
const ShortcutsSheet = lazyComponent(async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet);
/** A hidden sidebar, of a phone, mounts when the page has loaded. */
function useIsSidebarDue(isHidden: boolean) {
  const [isDue, setIsDue] = useState(!isHidden);
  if (!isHidden && !isDue) setIsDue(true);
  useEffect(() => {
    if (!isDue) void whenIdle().then(() => startTransition(() => setIsDue(true)));
  }, [isDue]);
  return isDue;
}

/** Moves the focus into the drawer on opening and back on closing. */
function useDrawerFocus(isOpen: boolean) {
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    drawer.current?.querySelector<HTMLElement>('a, button')?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [isOpen]);
  return drawer;
}

/** Moves the focus to the content on navigation, for keyboards and screen readers; not on the first page. */
function useFocusOnNewPage(path: string) {
  const content = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    content.current?.focus({ preventScroll: true });
  }, [path]);
  return content;
}

/** R5.12: from the first start on, so that its region announces the later ones. */
function useIsUndoWanted() {
  const hasUndo = useHasUndo();
  const [isWanted, setIsWanted] = useState(hasUndo);
  if (hasUndo && !isWanted) setIsWanted(true);
  return isWanted;
}

/** Stores the values of the page for a start without the server. */
function useLastKnown(person: Person) {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    async function start() {
      if (!person.isStored) await whenIdle();
      if (isGone) return;
      const { keepLastKnown } = await import('../keep-last-known.ts');
      if (!isGone) stop = keepLastKnown(person);
    }
    start().catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [person]);
}

/** A page that started with the stored user loads the real one as soon as the server answers. */
function useRecovery({ isStored }: Person) {
  const router = useRouter();
  const link = useLinkState();
  const isRecovering = isStored && (link === 'live' || link === 'polling');
  useEffect(() => {
    if (isRecovering) void router.invalidate();
  }, [router, isRecovering]);
}

/** A reconnect may be the restart of the server with a new version. */
function useUpdateCheck() {
  useEffect(
    () =>
      onLiveEvent(({ event }) => {
        if (event === 'missed') void checkForUpdate().catch(() => undefined);
      }),
    [],
  );
}

/** R7.1: the server reports a changed role with the device list; the menu and the guard of the page follow. */
function useRoleChanges() {
  const router = useRouter();
  useEffect(
    () =>
      onLiveEvent(async ({ event }) => {
        if (event === 'devices' && (await haveRolesChanged())) await router.invalidate();
      }),
    [router],
  );
}

/** R4.3d: the address is not confirmed; or alarms cannot be delivered. */
function Notices() {
  const { user } = usePerson();
  if (user.email_confirmed !== false && !user.lacks_alerts) return null;
  return <AccountNotices user={user} waiting={<div className="min-h-18" />} missing={null} />;
}

/** The frame around every protected page (R1.2, R1.3). */
export const Shell = () => (
  <Later>
    <Frame />
  </Later>
);

function Frame() {
  const t = useTranslations();
  const path = useLocation({ select: (location) => location.pathname });
  const sidebar = useSidebar(path);
  const isHidden = sidebar.isPhone && !sidebar.isOpen;
  const isSidebarDue = useIsSidebarDue(isHidden);
  const drawer = useDrawerFocus(sidebar.isOpen);
  useEffect(
    () => void whenIdle().then(async () => (await import('../../lib/keys/keep-focus.ts')).keepFocus()),
    [],
  );
  const content = useFocusOnNewPage(path);
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const isUndoWanted = useIsUndoWanted();
  const person = usePerson();
  const shortcuts = useShortcuts(person.user.id);
  useLastKnown(person);
  useRecovery(person);
  useUpdateCheck();
  useRoleChanges();
  useEffect(() => clearCacheAfterUnmount, []);
  return (
    <QueryClientProvider client={queryClient}>
      <a
        className="underline fixed px-4 py-2.5 rounded-md bg-card text-ink -top-16 left-4 z-1000 shadow-card focus:top-3 print:hidden"
        href="#content"
      >
        {t('app.skip')}
      </a>
      <div
        className="grid grid-cols-[var(--side)_minmax(0,1fr)] min-h-dvh [transition:grid-template-columns_0.22s_cubic-bezier(0.2,0.8,0.2,1)] max-sm:grid-cols-1 print:block data-minimized:grid-cols-[var(--side-min)_minmax(0,1fr)] max-sm:data-minimized:grid-cols-1 print:data-minimized:block print:[&>:not(:has(main))]:hidden"
        data-minimized={sidebar.isMinimized || undefined}
      >
        {isSidebarDue && <Sidebar ref={drawer} isMinimized={sidebar.isMinimized} isHidden={isHidden} />}
        {sidebar.isOpen && (
          <button
            type="button"
            className="fixed inset-0 z-110 bg-[rgb(5_10_16/45%)] [backdrop-filter:blur(2px)]"
            aria-label={t('nav.close')}
            onClick={sidebar.close}
          />
        )}
        <div
          className="col-start-2 min-w-0 max-sm:col-start-1 print:[&>header]:hidden"
          inert={sidebar.isOpen}
        >
          <TopBar
            isMinimized={sidebar.isMinimized}
            onToggle={sidebar.toggle}
            onOpen={sidebar.open}
            onSearch={() => shortcuts.open('palette')}
          />
          {isLoading && (
            <div className="fixed inset-x-0 top-0 bottom-auto z-140 h-0.5 bg-accent origin-left animate-advance" />
          )}
          <main
            ref={content}
            id="content"
            className="p-6.5 outline-none max-lg:p-5 max-sm:p-3 max-sm:pb-20"
            tabIndex={-1}
          >
            <div className="max-w-336 mx-auto">
              <Later>
                <Notices />
                <Outlet />
              </Later>
            </div>
          </main>
        </div>
      </div>
      {sidebar.isPhone && <BottomBar onMore={sidebar.open} isMoreOpen={sidebar.isOpen} />}
      {(shortcuts.overlay === 'palette' || shortcuts.overlay === 'devices') && (
        <CommandPalette isForDevices={shortcuts.overlay === 'devices'} onClose={shortcuts.close} />
      )}
      {shortcuts.overlay === 'sheet' && <ShortcutsSheet onClose={shortcuts.close} />}
      <IdentityProof missing={null} />
      <Toaster />
      {isUndoWanted && <UndoBar />}
    </QueryClientProvider>
  );
}
