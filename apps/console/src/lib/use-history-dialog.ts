import { useLocation, useRouter } from '@tanstack/react-router';

/** Which dialog is open, and what it is about. */
export interface OpenedDialog {
  name: string;
  about: string;
}

/**
 * An open dialog is a step of the history: Back closes it, and does not leave the page. What is `about` something else
 * never finds it open.
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
      // Back may have been quicker than an answer.
      if (router.state.location.state.dialog?.about === about) go(undefined);
    },
  };
}
