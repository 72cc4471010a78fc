import { deviceZoneCalls } from '@manoboard/contract/device/device-zone.calls';
import { MINUTE_S } from '@manoboard/domain/time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useCallback, useId, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useReportUnsaved } from '../../../lib/forms/unsaved.ts';
import { request } from '../../../lib/http/http.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useClock } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/field.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';

interface Props {
  device: { id: string; name: string };
  canSet: boolean;
}

/** Refetched with the configuration. */
const zoneQuery = (deviceId: string) =>
  readQuery(['config', deviceId, 'zone'], deviceZoneCalls.zone, { params: { id: deviceId } });

function ZoneForm({ device, canSet, saved }: Props & { saved: string }) {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  const select = useRef<HTMLSelectElement>(null);
  const discard = useCallback(() => setChosen(undefined), []);
  const nowS = useClock((seconds) => seconds - (seconds % MINUTE_S));
  const problemText = useProblemText();
  const { run, isSending, error } = useAction({
    send: (zone: string) => request(deviceZoneCalls.setZone, { params: { id: device.id }, body: { zone } }),
    onDone: (next) => {
      queryClient.setQueryData(zoneQuery(device.id).queryKey, next);
      discard();
      // The button is disabled now, which drops the focus.
      select.current?.focus();
      toast(t('config.zone.saved'), { device: device.name });
    },
  });
  const zone = chosen ?? saved;
  const isDirty = zone !== saved;
  useReportUnsaved(isDirty && !isSending, device.name, discard);
  const now = t('config.zone.now', {
    time: dateTime(nowS * 1000, { timeStyle: 'short', timeZone: zone }),
  });
  if (!canSet)
    return (
      <>
        <p className="font-semibold mt-2.5">{zone}</p>
        <p className="text-md text-dim mt-1">{now}</p>
        <p className="text-md text-dim mt-1">{t('config.zone.readOnly')}</p>
      </>
    );
  function submit(event: FormEvent) {
    event.preventDefault();
    void run(zone);
  }
  const zones = new Set([saved, ...Intl.supportedValuesOf('timeZone')]);
  return (
    <form onSubmit={submit}>
      <Select
        ref={select}
        label={t('config.zone.label')}
        description={now}
        value={zone}
        options={[...zones].sort()}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      {error && (
        <FormNotice kind="problem">
          {t('config.notSaved')} {problemText(error)}
        </FormNotice>
      )}
      <div className="flex flex-wrap gap-2.5 mt-3.5 max-sm:[&>button]:grow max-sm:[&>button]:basis-full max-sm:[&>button]:min-h-11">
        <Button type="submit" disabled={!isDirty || isSending}>
          {t(isSending ? 'config.saving' : 'config.zone.save')}
        </Button>
        <Button variant="default" onClick={discard} disabled={!isDirty || isSending}>
          {t('config.discard')}
        </Button>
      </div>
    </form>
  );
}

/** The time zone of the place of a device. The server uses it, the board does not get it. */
export function ZoneCard(props: Props) {
  const t = useTranslations();
  const headingId = useId();
  const query = useQuery(zoneQuery(props.device.id));
  return (
    <Card aria-labelledby={headingId} className="mt-gutter [&_form]:max-w-96 [&_form]:mt-3.5">
      <h3 className="text-lg font-semibold mb-1.5 tracking-tight" id={headingId}>
        {t('config.zone.title')}
      </h3>
      <p className="text-md text-dim mt-1">{t('config.zone.intro')}</p>
      <QueryStates query={query} failed={t('config.zone.failed')} cards={3}>
        {({ zone }) => <ZoneForm {...props} saved={zone} />}
      </QueryStates>
    </Card>
  );
}
