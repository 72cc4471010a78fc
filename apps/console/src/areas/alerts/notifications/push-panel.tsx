import type { PushBrowser } from '@manoboard/contract/alert/push-subscription';
import { IconDeviceLaptop, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { PanelList, PanelRow } from '../../../lib/page/panel-rows.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { BrowserResult } from './last-result.tsx';
import type { PushView } from './use-push.ts';
import { useBrowserName } from './use-push.ts';

/** Where notifications appear: the switch of this browser, and the other browsers of the user. */
export function PushPanel({ push }: { push: PushView }) {
  const t = useTranslations('notifications.push');
  const others = push.browsers.data?.filter(({ id }) => id !== push.here?.id) ?? [];
  return (
    <QueryPanel id="push-panel" title={t('panel')} query={push.browsers} action={<ThisBrowser push={push} />}>
      {() =>
        others.length > 0 && (
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

function ThisBrowser({ push }: { push: PushView }) {
  const t = useTranslations();
  const { own, here, problem, isChanging, browsers } = push;
  const isKnown = own !== undefined && browsers.data !== undefined;
  const isPossible = own?.support === 'ok';
  const change = (isOn: boolean) => void (isOn ? push.turnOn() : here && push.remove(here));
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <span className="grid gap-0.5 text-md">
          <strong className="font-semibold" id="push-here">
            {t('notifications.push.here')}
          </strong>
          <small className="text-sm text-dim" id="push-here-hint">
            {t(`notifications.push.support.${own?.support ?? 'unknown'}`)}
          </small>
        </span>
        <Switch
          position={!isKnown ? 'unknown' : here ? 'on' : 'off'}
          isDisabled={!isKnown || isChanging || (!isPossible && !here)}
          isStale={browsers.isError}
          onChange={change}
          labelledBy="push-here"
          describedBy="push-here-hint"
        />
      </div>
      {problem && (
        <FormNotice kind="problem">
          {problem === 'dismissed' || problem === 'service'
            ? t(`notifications.push.problem.${problem}`)
            : t(`problem.${problem}`)}
        </FormNotice>
      )}
    </>
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
