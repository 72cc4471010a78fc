import type { LivePlant } from '../plant/live-plant.ts';
import { busVoltageV, motorCurrentA, motorRpm } from '../plant/motor.ts';
import { type Plant, switchPlant } from '../plant/plant.ts';
import { type Drive, type DriveState, RunChannel, RunState } from './drive.ts';

function stateOf(plant: Plant, runChannel: number): DriveState {
  return {
    runState: plant.isOn ? RunState.forward : RunState.stopped,
    runChannel,
    faultCode: 0,
    frequencyHz: plant.frequencyHz,
    setPointSource: 0,
    requiredPressureBar: plant.setPointBar,
    pressureBar: plant.sensedBar,
    motorCurrentA: motorCurrentA(plant.frequencyHz, plant.powerW),
    motorRpm: motorRpm(plant.frequencyHz),
    motorPowerKw: plant.powerW / 1000,
    busVoltageV: busVoltageV(plant.mainsV, plant.powerW),
    temperatureC: plant.driveC,
    energyKwh: plant.energyKwh,
    operatingH: plant.operatingH,
  };
}

/** A GD10 on a simulated pump. Like the real one it hears a start at the keypad's turn, and does nothing. */
export function createSimulatedDrive(world: LivePlant, runChannel: number): Drive {
  const obey = async (isOn: boolean) => {
    if (runChannel === RunChannel.communication) switchPlant(world.now(), isOn);
  };
  return {
    read: async () => stateOf(world.now(), runChannel),
    start: () => obey(true),
    stop: () => obey(false),
  };
}
