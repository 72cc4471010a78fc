import type {
  AlertReach,
  AlertReceivers,
  EscalationSettings,
  MailService,
  Ways,
} from '@manoboard/contract/alert/alert-delivery';
import { hasGlobalPermission } from '@manoboard/domain/access/policy';
import { LADDER, type LadderStep, ladderFrom } from '@manoboard/domain/alerts/delivery/ladder';
import { isMissed, isReached, lacksAlerts, waysOf } from '@manoboard/domain/alerts/delivery/reach';
import { DEFAULT_ESCALATION } from '@manoboard/domain/alerts/delivery/settings';
import type { AlertSeverity } from '@manoboard/domain/alerts/rules/kinds';
import type { Core } from '../../../core.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import { findEscalation } from './escalation.repo.ts';
import {
  countInstallationWebhooks,
  countPeople,
  countUndelivered,
  findMailFailure,
  findPerson,
  holdsDevice,
  listOwnerGroups,
  listPeople,
  type ReachedPerson,
} from './reach.repo.ts';

interface Needs extends Pick<Core, 'db' | 'now'> {
  mailService: MailService;
  /** Folder of DATA_DIR with mails that are written as files. */
  mailFolder: string | null;
}

/** Most people per step whose channels are checked. */
const MOST_PEOPLE = 200;
/** Most owners that the page of the installation names. */
const MOST_OWNERS = 20;
/** Mails that wait longer count as failing; younger ones may be accepted by the next attempt. */
const FAILING_AFTER_MS = 60_000;
/** The state of all owners is at most this old. */
const KNOWN_MS = 15_000;
/** Roles that receive alerts. */
const RECEIVING_ROLES = ['Technician', 'Super Seller'];
const STEPS = ['owner', ...LADDER] as const;

const countOf = (all: readonly Ways[], by: keyof Ways) => all.filter((ways) => ways[by] === 'ok').length;

/** Minutes of each step by the same rule that plans them; a step without people is left out. */
function minutesOf(
  settings: EscalationSettings,
  severity: AlertSeverity,
  hasPeople: (s: LadderStep) => boolean,
) {
  const rungs = ladderFrom('owner', { settings, severity, hasPeople });
  return (step: LadderStep) => rungs.find((rung) => rung.step === step && !rung.isEmpty)?.afterMin ?? null;
}

/** The owners whom no alert reaches, and alerts that reached nobody. */
function createInstallation({ db, now, mailService }: Needs) {
  async function installationState(): Promise<AlertReach['installation']> {
    const groups = (await listOwnerGroups(db, new Date(now()), MOST_OWNERS)).flatMap(
      ({ facts, ...group }) => {
        const ways = waysOf(facts, { severity: 'alarm' }, mailService);
        return isMissed(ways) ? [{ ...group, ways }] : [];
      },
    );
    return {
      unreached_owners: groups.reduce((total, { count }) => total + count, 0),
      owners: groups
        .flatMap(({ owners, ways }) => owners.map((owner) => ({ ...owner, ways })))
        .slice(0, MOST_OWNERS),
      undelivered_alerts: await countUndelivered(db),
    };
  }

  let known: { atMs: number; state: Promise<AlertReach['installation']> } | undefined;
  /** Cached, since every page that a Super Seller opens requests it. */
  return function installation(): Promise<AlertReach['installation']> {
    if (!known || now() - known.atMs > KNOWN_MS) {
      const state = installationState();
      known = { atMs: now(), state };
      // Drop a failed result: the next request computes it again.
      state.catch(() => {
        known = undefined;
      });
    }
    return known.state;
  };
}

/** Whether alerts reach people, and why not. */
export function createAlertReach(needs: Needs) {
  const { db, now, mailService, mailFolder } = needs;
  const installation = createInstallation(needs);
  const at = () => new Date(now());
  const waysFor = (person: ReachedPerson, severity: AlertSeverity) =>
    waysOf(person, { severity }, mailService);

  async function mailState(isManager: boolean): Promise<AlertReach['mail']> {
    const since = await findMailFailure(db);
    const isFailing = since !== null && now() - since.getTime() > FAILING_AFTER_MS;
    return {
      service: mailService,
      folder: isManager ? mailFolder : null,
      failing_since: isFailing ? Math.floor(since.getTime() / 1000) : null,
    };
  }

  /** Null if the user receives no alerts. */
  async function ownWays({ id, roles }: SessionUser): Promise<Ways | null> {
    const isReceiver =
      RECEIVING_ROLES.some((role) => roles.includes(role)) || (await holdsDevice(db, id, at()));
    const person = isReceiver ? await findPerson(db, id) : undefined;
    return person ? waysFor(person, 'alarm') : null;
  }

  async function read(user: SessionUser): Promise<AlertReach> {
    const isManager = hasGlobalPermission('manage_installation', user.roles);
    return {
      mail: await mailState(isManager),
      own: await ownWays(user),
      installation: isManager ? await installation() : null,
    };
  }

  return {
    read,

    /** Whether the user is to be warned; asked for with each page, so most users cost two short queries. */
    async isLacking(user: SessionUser): Promise<boolean> {
      if (hasGlobalPermission('manage_installation', user.roles)) return lacksAlerts(await read(user));
      const own = await ownWays(user);
      return own !== null && isMissed(own);
    },

    /** How many people the ladder of a device names; an alert of the installation is for all Super Sellers. */
    async countPeople(deviceKey: DeviceKey | null): Promise<number | undefined> {
      if (deviceKey === null) return undefined;
      const settings = (await findEscalation(db, deviceKey)) ?? DEFAULT_ESCALATION;
      const steps = STEPS.filter((step) => step === 'owner' || settings[step]);
      return countPeople(db, steps, deviceKey, at());
    },

    async receivers(user: SessionUser, { deviceKey }: AllowedDevice): Promise<AlertReceivers> {
      const settings = (await findEscalation(db, deviceKey)) ?? DEFAULT_ESCALATION;
      const people = new Map<LadderStep, ReachedPerson[]>();
      for (const step of STEPS) people.set(step, await listPeople(db, step, deviceKey, at(), MOST_PEOPLE));
      const hasPeople = (step: LadderStep) => (people.get(step)?.length ?? 0) > 0;
      const alarmAfter = minutesOf(settings, 'alarm', hasPeople);
      const warningAfter = minutesOf(settings, 'warning', hasPeople);
      const steps = STEPS.map((step) => {
        const all = people.get(step) ?? [];
        const ways = all.map((person) => waysFor(person, 'alarm'));
        return {
          step,
          is_on: step === 'owner' || settings[step],
          after_minutes: { alarm: alarmAfter(step), warning: warningAfter(step) },
          people: step === 'technicians' ? [] : all.map((person) => present(person, user)),
          count: all.length,
          reached: {
            any: ways.filter(isReached).length,
            mail: countOf(ways, 'mail'),
            push: countOf(ways, 'push'),
            webhook: countOf(ways, 'webhook'),
          },
        };
      });
      const installation_webhooks = await countInstallationWebhooks(db);
      return { mail_service: mailService, steps, installation_webhooks };
    },
  };

  function present(person: ReachedPerson, user: SessionUser) {
    return {
      name: person.name,
      is_self: person.userId === user.id,
      do_warnings_wait: (person.settings?.quiet_hours ?? null) !== null,
      alarm: waysFor(person, 'alarm'),
      warning: waysFor(person, 'warning'),
    };
  }
}
export type AlertReachService = ReturnType<typeof createAlertReach>;
