import { IconDownload } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { useAction } from './use-action.ts';
import { useProblemToast } from './use-problem-text.ts';

interface Props {
  href: string;
  fileName: string;
  /** A link in a text; a button by default. */
  isPlain?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** The page downloads the file itself, so that it can report a refusal or a truncated file. */
export function DownloadLink({ href, fileName, isPlain, className = '', children }: Props) {
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
  const icon = <IconDownload size={16} stroke={1.8} aria-hidden />;
  const link = { href, download: true, onClick, 'aria-busy': isLoading || undefined };
  return isPlain ? (
    <a {...link} className={`inline-flex items-center gap-1 text-md text-link ${className}`}>
      {icon}
      {children}
    </a>
  ) : (
    <Button variant="default" size="tool" icon={icon} className={className} render={<a {...link} />}>
      {children}
    </Button>
  );
}
