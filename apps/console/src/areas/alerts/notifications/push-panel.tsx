import type { PushBrowser } from '@manoboard/contract/alert/push-subscription';
import { IconDeviceLaptop, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { PanelList, PanelRow } from '../../../lib/page/panel-rows.tsx';
import { Button } from '../../../ui/button.tsx';
import { BrowserResult } from './last-result.tsx';
import type { PushView } from './use-push.ts';
import { useBrowserName } from './use-push.ts';

/** The other browsers of the user with notifications. */
export function PushPanel({ push }: { push: PushView }) {
  const t = useTranslations('notifications.push');
  const others = push.browsers.data?.filter(({ id }) => id !== push.here?.id) ?? [];
  return (
    <QueryPanel id="push-panel" title={t('panel')} query={push.browsers}>
      {() =>
        others.length === 0 ? (
          <p className="text-md text-dim">{t('noOthers')}</p>
        ) : (
          <PanelList>
            {others.map((browser) => (
              <OtherBrowser key={browser.id} browser={browser} push={push} />
            ))}
          </PanelList>
        )
      }
    </QueryPanel>
  );
}

function OtherBrowser({ browser, push }: { browser: PushBrowser; push: PushView }) {
  const t = useTranslations('notifications.push');
  const name = useBrowserName()(browser.user_agent);
  return (
    <PanelRow
      icon={<IconDeviceLaptop size={18} stroke={1.7} />}
      name={name}
      tools={
        <Button
          variant="default"
          size="tool"
          icon={<IconTrash size={18} stroke={1.7} aria-hidden />}
          aria-label={t('removeOf', { name })}
          aria-disabled={push.isChanging}
          onClick={() => void push.remove(browser)}
        >
          {t('remove')}
        </Button>
      }
    >
      <span data-failed={browser.failure !== null || undefined}>
        <BrowserResult browser={browser} />
      </span>
    </PanelRow>
  );
}
