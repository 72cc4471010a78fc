import { IconDownload } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { useAction } from './use-action.ts';
import { useProblemToast } from './use-problem-text.ts';

interface Props {
  href: string;
  fileName: string;
  className: string | undefined;
  children: ReactNode;
}

/** The page downloads the file itself, so that it can report a refusal or a truncated file. */
export function DownloadLink({ href, fileName, className, children }: Props) {
  const { run: load, isSending: isLoading } = useAction({
    send: async () => {
      const { download } = await import('./download.ts');
      await download(href, fileName);
    },
    onFailed: useProblemToast(),
  });
  const onClick = (event: MouseEvent) => {
    const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey;
    if (isForNewTab) return;
    event.preventDefault();
    void load();
  };
  return (
    <a className={className} href={href} download onClick={onClick} aria-busy={isLoading || undefined}>
      <IconDownload size={16} stroke={1.8} aria-hidden />
      {children}
    </a>
  );
}
