import { useTranslations } from 'use-intl';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { PushView } from './use-push.ts';

interface Props {
  push: PushView;
  title: string;
  /** While it works; else why it does not. */
  hint?: string;
}

/** One switch for notifications in this browser. */
export function PushHere({ push, title, hint }: Props) {
  const t = useTranslations();
  const { own, here, problem, isChanging, browsers } = push;
  const isKnown = own !== undefined && browsers.data !== undefined;
  const isPossible = own?.support === 'ok';
  const change = (isOn: boolean) => void (isOn ? push.turnOn() : here && push.remove(here));
  return (
    <div>
      <div className="flex items-center justify-between gap-4">
        <span className="grid gap-0.5 text-md">
          <strong className="font-semibold" id="push-here">
            {title}
          </strong>
          <small className="text-sm text-dim" id="push-here-hint">
            {(isPossible && hint) || t(`notifications.push.support.${own?.support ?? 'unknown'}`)}
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
    </div>
  );
}
