import { firstSteps } from './gb/first-steps.ts';
import { people } from './gb/people.ts';
import { pump } from './gb/pump.ts';
import { tools } from './gb/tools.ts';
import type { HelpTexts } from './help.ts';

const alerts: HelpTexts['alerts'] = {
  DRY_RUN: {
    meaning:
      'The pump ran at full speed with almost no pressure and no load on the motor for at least {seconds} s: it ran without water. The board stopped it.',
    steps: [
      'Check the water level in the well or the tank.',
      'Check the suction: valve, filter, check valve, and whether the pipe draws air.',
      'Only then switch the pump on. The board tries again by itself after 1, 5 and 20 hours unless a person switches it off.',
    ],
  },
  OVER_PRESSURE: {
    meaning:
      'The pressure was more than 0.5 bar above the highest permitted pressure for at least {seconds} s. The board stopped the pump.',
    steps: [
      'Check for a blocked discharge or a closed valve.',
      'Check the air pressure in the pressure tank.',
      'Switch the pump on. If it happens again, call a technician: the range of the sensor may be set wrong.',
    ],
  },
  SENSOR_BREAK: {
    meaning:
      'The pressure sensor reported nothing meaningful for at least {seconds} s; its wire is probably broken. Without it the converter would run at full power, so the board stopped the pump.',
    steps: [
      'Check the cable and the connector of the pressure sensor.',
      'If the cable is fine, the sensor has to be replaced. Call a technician.',
      'Switch the pump on after the repair.',
    ],
  },
  PIPE_BURST: {
    meaning:
      'The pump ran at full power for at least {seconds} s and could not keep the pressure: water is getting away. The board stopped it.',
    steps: [
      'Look for water: house, garden, shaft.',
      'Close the main valve until the leak is found.',
      'If there is no leak, more water is drawn than the pump can deliver. Talk to a technician.',
    ],
  },
  NO_FLOW: {
    meaning:
      'The pump has been running for at least {seconds} s, but by its power no water flows through it. This is a warning; the pump was not stopped.',
    steps: [
      'Check for a closed valve or a blocked discharge.',
      'If it lasts, switch the pump off and call a technician: the water inside heats up.',
    ],
  },
  FC_FAULT: {
    meaning: 'The frequency converter has stopped the motor and reports a fault code.',
    steps: [
      'Open the device and read the code and the advice on the frequency converter card.',
      'Remove the cause and reset the fault.',
      'If the fault returns, call a technician.',
    ],
  },
  FC_OFFLINE: {
    meaning:
      'The board works, but the frequency converter does not answer it. The pump cannot be controlled and its values are the last known ones.',
    steps: [
      'Check that the converter has power.',
      'Check the RS-485 cable between the board and the converter.',
      'If everything is connected, call a technician: the address or the speed of the line may not match.',
    ],
  },
  CLOCK_UNSET: {
    meaning: 'The board does not know the time. Of all commands it executes only stop.',
    steps: [
      'Check that the Wi-Fi at the board has internet access.',
      'Restart the board: it sets its clock when it starts.',
    ],
  },
  FC_ID_CONFLICT: {
    meaning:
      'Several boards report the same frequency converter ID. Until this is settled, some data cannot be assigned.',
    steps: [
      'Find out to which board the converter really belongs.',
      'If the board was replaced, disconnect or remove the old one.',
    ],
  },
  MESSAGE_FLOOD: {
    meaning:
      'The board sends more messages than the server accepts. None is lost: the board sends them again.',
    steps: [
      'Wait a while: after a long outage the board sends old values.',
      'If it lasts, check the sensors and the wiring of the board, and try to restart it.',
    ],
  },
};

const rights: HelpTexts['rights'] = {
  see: 'See the device and its values',
  operate: 'Control the pump and change the pressure',
  lock_out: 'Set a lock-out tag and remove their own; a technician and a super seller remove any',
  write_register: 'Write registers of the converter',
  rename: 'Change the name of the device, for everybody',
  remove: 'Remove the device from their account; a delegate gives up their access',
  see_delegations: 'See who has access',
  delegate: 'Delegate access further, at most as long as their own',
  revoke: 'Revoke access; the owner any, a delegate what they gave and their own',
  transfer: 'Transfer the device to another owner',
  configure: 'Configure pressure limits and analog inputs',
  set_zone: 'Set the time zone of the place of the device',
  update_firmware: 'Update the firmware',
  resolve_alert: 'Resolve alerts and write notes to them',
  take_alert: 'Take an alert and give it back',
  take_work: 'Take a device of the work list and give it back',
  set_alert_rules: 'Change the numbers of alert rules within their limits, and switch a rule off',
  set_escalation: 'Set when further people receive an alert that was not taken',
  message_owner: 'Write a message to the owner',
  see_fleet: 'See the list of all devices with owners and contacts',
  manage_users: 'Manage users and their permissions',
  manage_firmware: 'Upload firmware releases',
  manage_installation: 'Check how the server is set up, and enrol boards',
};

export const help: HelpTexts = {
  chapters: {
    start: 'Getting started',
    states: 'States of the pump',
    control: 'Pressure and control',
    alerts: 'Alerts and what to do',
    faults: 'Converter faults',
    people: 'People and permissions',
    technician: 'For technicians',
    glossary: 'Glossary',
  },
  topics: { ...firstSteps, ...pump, ...people, ...tools },
  alertNames: {
    FC_ID_CONFLICT: 'several boards report one converter ID',
    MESSAGE_FLOOD: 'the board sends too many messages',
  },
  alerts,
  rights,
  questions: [
    {
      id: 'no-water',
      question: 'There is no water. What should I check?',
      answer:
        'Look at the state of the pump. If it is Stopped or in fault, the card has the reason. If it is Waiting and the pressure is fine, look for a closed valve behind the pump. If the device is offline, check the power and the Wi-Fi.',
      topic: 'states',
    },
    {
      id: 'waiting',
      question: 'The pump is waiting. Is it broken?',
      answer: 'No. The pressure is reached and nobody uses water. When you open a tap, it starts by itself.',
      topic: 'waiting',
    },
    {
      id: 'power-cut',
      question: 'What happens when the internet is down?',
      answer:
        'The pump keeps working: the converter regulates the pressure and the board protects it. The console shows the last known values and cannot control it. When the connection is back, the board also sends what it measured meanwhile.',
      topic: 'offline',
    },
    {
      id: 'cannot-switch',
      question: 'Why can I not switch the pump on?',
      answer:
        'The reason is below the switch: local control, a converter fault, a lock-out tag, an update, too frequent starts, or the device is offline.',
      topic: 'switch',
    },
    {
      id: 'low-pressure',
      question: 'The pressure is weak. Can I raise it?',
      answer:
        'Yes, within the limits that the pressure card shows. Ask a technician if they have to change. If the pump runs at full speed and does not reach the pressure, raising it does not help.',
      topic: 'pressure',
    },
    {
      id: 'sold-house',
      question: 'I have sold the house. How do I hand the device over?',
      answer:
        'Choose “Hand over to another owner” in the menu of the device and enter their e-mail. They need an account with a confirmed e-mail.',
      topic: 'transfer',
    },
    {
      id: 'technician',
      question: 'How do I let a technician in?',
      answer:
        'A technician with a role in the system sees and controls the device without your help. Delegating gives the rights that you have to a person with at least the Technician level, for a limited time if you like.',
      topic: 'delegate',
    },
    {
      id: 'new-router',
      question: 'I have a new router and the device is offline.',
      answer:
        'The board knows the old network. Connect it to the new one as described in the manual of the device, or let the new router use the old network name and password.',
      topic: 'wifi',
    },
    {
      id: 'night',
      question: 'The pump starts at night although nobody uses water.',
      answer: 'There is a leak, the check valve leaks, or the pressure tank lacks air.',
      topic: 'night-starts',
    },
    {
      id: 'who',
      question: 'Who switched the pump off?',
      answer:
        'The timeline of the device has every command with the person, the time and the result, and every stop by the board with its reason.',
      topic: 'stopped',
    },
  ],
};
