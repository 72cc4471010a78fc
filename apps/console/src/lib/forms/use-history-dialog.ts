import { useLocation, useRouter } from '@tanstack/react-router';

/** The open dialog and its subject, e.g. a device ID. */
export interface OpenedDialog {
  name: string;
  about: string;
}

/**
 * An open dialog is an entry of the browser history: Back closes it instead of leaving the page. The dialog is closed for
 * any other `about`.
 */
export function useHistoryDialog(about: string) {
  const router = useRouter();
  const opened = useLocation({
    select: ({ state: { dialog } }) => (dialog?.about === about ? dialog.name : undefined),
  });
  const go = (dialog: OpenedDialog | undefined) =>
    void router.navigate({
      to: '.',
      search: true,
      state: (state) => ({ ...state, dialog }),
      replace: dialog === undefined,
      resetScroll: false,
    });
  return {
    opened,
    open: (name: string) => go({ name, about }),
    close() {
      // The user may have closed it with Back already.
      if (router.state.location.state.dialog?.about === about) go(undefined);
    },
  };
}
