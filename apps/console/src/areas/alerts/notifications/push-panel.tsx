import type { PushBrowser } from '@manoboard/contract/alert/push-subscription';
import { IconDeviceLaptop, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { iconClass, listClass } from '../../../ui/panel-list-classes.ts';
import { Switch } from '../../../ui/switch.tsx';
import { buttonClass } from '../../../ui/tool-button-classes.ts';
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
          <ul className={listClass}>
            {others.map((browser) => (
              <OtherBrowser key={browser.id} browser={browser} push={push} />
            ))}
          </ul>
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
      <div className="flex items-center justify-between gap-4 [&_small]:text-dim [&_small]:text-sm">
        <span className="grid gap-0.5 text-md">
          <strong className="font-semibold" id="push-here">
            {t('notifications.push.here')}
          </strong>
          <small id="push-here-hint">{t(`notifications.push.support.${own?.support ?? 'unknown'}`)}</small>
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
    <li className="grid items-center border-t border-line gap-y-1.75 gap-x-3.25 px-5 py-3.25 grid-cols-[auto_minmax(0,1fr)_auto] max-md:grid-cols-[auto_minmax(0,1fr)] max-sm:px-4 [&_[data-failed]]:text-stop-ink max-md:[&>:last-child]:col-start-2 max-md:[&>:last-child]:justify-self-start max-md:[&>:last-child]:justify-start">
      <span className={iconClass} aria-hidden>
        <IconDeviceLaptop size={18} stroke={1.7} />
      </span>
      <span className="grid gap-0.5 text-sm text-dim wrap-anywhere [&_strong]:text-ink [&_strong]:text-md [&_strong]:font-semibold">
        <strong>{name}</strong>
        <span data-failed={browser.failure !== null || undefined}>
          <BrowserResult browser={browser} />
        </span>
      </span>
      <button
        type="button"
        className={buttonClass}
        aria-label={t('removeOf', { name })}
        aria-disabled={push.isChanging}
        onClick={() => void push.remove(browser)}
      >
        <IconTrash size={18} stroke={1.7} aria-hidden />
        {t('remove')}
      </button>
    </li>
  );
}
