import { IconHandStop, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { usePumpSwitch } from '../pump-control/use-pump-switch.ts';
import { useEndRetries } from './use-end-retries.ts';

const icon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

interface Props {
  deviceId: string;
  /** Asks as every start does (R5.12). */
  onStart: () => void;
}

/** R5.11: to try now, or not at all. A lock-out tag allows only the latter (R5.10). */
export function RetryButtons({ deviceId, onStart }: Props) {
  const t = useTranslations('pump.retry');
  const { block, isSending } = usePumpSwitch(deviceId);
  const ending = useEndRetries(deviceId);
  return (
    <>
      <div className="grid gap-2.5 grid-cols-[repeat(auto-fit,minmax(9.25rem,1fr))]">
        {block !== 'lockedOut' && (
          <Button
            size="touch"
            icon={<IconPlayerPlay {...icon} />}
            disabled={block !== undefined || isSending}
            onClick={onStart}
          >
            {t('now')}
          </Button>
        )}
        <Button
          size="touch"
          variant="default"
          icon={<IconHandStop {...icon} />}
          disabled={ending.isSending}
          onClick={ending.end}
        >
          {t(ending.isSending ? 'ending' : 'end')}
        </Button>
      </div>
      {ending.problem && <FormNotice kind="problem">{ending.problem}</FormNotice>}
    </>
  );
}
