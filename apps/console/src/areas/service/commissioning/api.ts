import type { CommissioningStepName, StepEntry } from '@manoboard/contract/device/commissioning';
import { commissioningCalls } from '@manoboard/contract/device/commissioning.calls';
import { address, request } from '../../../lib/http/http.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

export const commissioningsQuery = (deviceId: string) =>
  readQuery(['commissioning', deviceId], commissioningCalls.commissionings, { params: { id: deviceId } });

export const commissioningQuery = (deviceId: string, number: string) =>
  readQuery(['commissioning', deviceId, number], commissioningCalls.commissioning, {
    params: { id: deviceId, number },
  });

export const startCommissioning = (deviceId: string, corrects?: string) =>
  request(commissioningCalls.startCommissioning, {
    params: { id: deviceId },
    body: { ...(corrects !== undefined && { corrects }) },
  });

export interface StepAddress {
  id: string;
  number: string;
  step: CommissioningStepName;
}

export const recordStep = (params: StepAddress) => request(commissioningCalls.recordStep, { params });
export const saveStep = (params: StepAddress, body: StepEntry) =>
  request(commissioningCalls.saveStep, { params, body });
export const skipStep = (params: StepAddress, reason: string) =>
  request(commissioningCalls.skipStep, { params, body: { reason } });

export const finishCommissioning = (id: string, number: string, takenBy: string) =>
  request(commissioningCalls.finishCommissioning, { params: { id, number }, body: { taken_by: takenBy } });

/** True, since the answer has no body. */
export const cancelCommissioning = async (id: string, number: string) => {
  await request(commissioningCalls.cancelCommissioning, { params: { id, number } });
  return true;
};

export const pointsAddress = (id: string, number: string) =>
  address(commissioningCalls.commissioningCsv, { id, number });
