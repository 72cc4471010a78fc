import type { PushBrowser } from '@manoboard/contract/alert/push-subscription';
import { IconDeviceLaptop, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { QueryPanel } from '../../../lib/http/query-states.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import list from '../../../ui/panel-list.module.css';
import { Switch } from '../../../ui/switch.tsx';
import tool from '../../../ui/tool-button.module.css';
import { BrowserResult } from './last-result.tsx';
import classes from './notifications.module.css';
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
          <ul className={list.list}>
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
      <div className={classes.here}>
        <span className="stack gap-1 text-md">
          <strong className="bold" id="push-here">
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
    <li className={list.row}>
      <span className={list.icon} aria-hidden>
        <IconDeviceLaptop size={18} stroke={1.7} />
      </span>
      <span className={list.words}>
        <strong>{name}</strong>
        <span data-failed={browser.failure !== null || undefined}>
          <BrowserResult browser={browser} />
        </span>
      </span>
      <button
        type="button"
        className={tool.button}
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
