import { selfStartFacts } from '@manoboard/domain/fc/self-start-facts';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { deviceStateQuery } from '../../../device/queries.ts';
import { DialogText } from '../../../ui/dialog.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';

/** R5.10: a stopped pump may start without a command. What is not known is said too: it counts as possible. */
export function SelfStartNotice({ deviceId }: { deviceId: string }) {
  const t = useTranslations('lockOut.dialog');
  const { number } = useFormatter();
  const { data: state, isPending } = useQuery(deviceStateQuery(deviceId));
  if (isPending) return null;
  const { on, onAfter, unknownAfter } = selfStartFacts(state?.fc.self_starts ?? []);
  const parameters = on.map(({ label, value }) => `${label} = ${value === null ? '?' : number(value)}`);
  return (
    <>
      {onAfter && (
        <FormNotice kind="problem">
          {t('startsItself', { after: onAfter, parameters: parameters.join(', ') })}
        </FormNotice>
      )}
      {unknownAfter && <DialogText>{t('mayStartItself', { after: unknownAfter })}</DialogText>}
    </>
  );
}
