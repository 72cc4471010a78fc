import type { HelpTexts } from '../help.ts';

export const pump = {
  states: {
    title: 'What the states of the pump mean',
    keywords: 'colours green amber red grey',
    blocks: [
      'The state comes from what the frequency converter reports. Colour is never alone: every state has an icon and a word.',
      { part: 'states' },
      'The switch shows whether the pump is on. A fault counts as on: when it is reset, the pump may start.',
    ],
  },
  waiting: {
    title: 'Why the pump is waiting',
    keywords: 'sleep standby idle no water',
    blocks: [
      'The pump is on but has nothing to do: the pressure has reached the required value and nobody is using water. This is a **normal state**, not a fault. When you open a tap and the pressure drops, the motor starts by itself.',
      { part: 'waiting' },
      '**Waiting** differs from **Stopped**: a stopped pump was switched off by a person or stopped by the board, and does not start by itself.',
      'When to take a closer look:',
      {
        list: [
          'It waits, but no water comes from the tap: check the valves behind the pump.',
          'It waits for a few seconds only and runs again: the air pressure in the pressure tank is often too low.',
          'It starts at night while nobody uses water: there may be a leak.',
        ],
      },
    ],
  },
  stopped: {
    title: 'A stopped pump',
    keywords: 'off does not start',
    blocks: [
      'The pump is off. A person switched it off in the console or on the keypad of the converter, or the board stopped it to protect it. The reason is on the pump card and in the timeline.',
      {
        steps: [
          'If the board stopped it, read the reason and remove the cause.',
          'If the device has a lock-out tag, a person is working at the pump. Wait until they remove it.',
          'Switch the pump on. If the switch cannot be used, the reason is below it.',
        ],
      },
      'After dry running the board tries again by itself after 1, 5 and 20 hours, since the well may have refilled. The pump card says when; “Try now” starts it at once, “Do not try” leaves it off. The board tries even without a connection. After any other protection a person has to switch it on.',
    ],
  },
  fault: {
    title: 'A fault, and a pump without power',
    keywords: 'red error converter power cut',
    blocks: [
      '**Fault** means that the frequency converter has stopped the motor and reports a code. The code, its name and what to do are on the frequency converter card.',
      '**No power** means that the converter does not have enough voltage to run. Check the circuit breaker and the supply.',
      'While the fault lasts the pump cannot be switched on. It can always be switched off. When the cause is removed, reset the fault.',
    ],
  },
  switch: {
    title: 'Switching on and off',
    keywords: 'switch command confirmation start stop',
    blocks: [
      'The switch sends a command to the board, which writes it to the converter and reads it back. Only then does the switch move. If no confirmation arrives, the console says so and the switch shows what the device reported last.',
      {
        list: [
          'Off always works while the device is connected and under remote control: also during a fault, an update or with a lock-out tag.',
          'On is limited so that the motor does not overheat: usually {startsPerHour} starts an hour, at least {startGapS} s apart.',
          'To switch on a pump that was off for more than a minute, or that has no pressure, confirm it: hold the button for a second, or press Enter. For ten seconds after that the button “Switch off” is at the bottom of the screen.',
          'Every command is in the timeline with the person, the time and the result.',
        ],
      },
      {
        note: 'If switching off in the console fails and there is no time to lose, switch the pump off on the converter or at the circuit breaker.',
      },
    ],
  },
  pressure: {
    title: 'Required pressure and its limits',
    keywords: 'bar change set weak regulation',
    blocks: [
      '**Actual pressure** is measured by the sensor at the discharge. **Required pressure** is the value at which the pump keeps it: it speeds up when water is used, and stops and waits when it is not.',
      'Unless a technician has set other limits, the required pressure is from {minBar} to {maxBar} bar, and from {minBar} to {maxBar10} bar in an installation with tenfold transfer. It changes in steps of {stepBar} bar. A pressure above the range of the sensor cannot be set.',
      {
        list: [
          '**Remote requirement control**: you set the pressure in the console.',
          '**Local requirement control**: the converter sets it. You can change it here after switching to remote.',
          'If somebody else has changed the pressure meanwhile, the console refuses the change and shows the new value.',
        ],
      },
      {
        note: 'A wrong pressure can damage the pump or the water system. When the required pressure changes, the air pressure in the pressure tank should be adjusted too.',
      },
    ],
  },
  lock: {
    title: 'Control lock: remote and local',
    keywords: 'unlock keypad',
    blocks: [
      'The converter takes run commands either from the board or from its keypad, never from both.',
      {
        list: [
          '**Locked** is remote control: the console switches the pump, the keypad does not.',
          '**Unlocked** is local control: only the keypad of the converter controls the pump. The console still shows the values but can switch it neither on nor off.',
        ],
      },
      'Lock and unlock on the pump card. Unlock when somebody will operate the pump on site, and lock it again afterwards.',
      { note: 'The control lock is not the lock-out tag. The tag protects a person who works at the pump.' },
    ],
  },
  'lock-out': {
    title: 'Lock-out tag: a person is working at the pump',
    keywords: 'lockout safety repair maintenance',
    blocks: [
      'Before going to the pump, a person sets a lock-out tag on the device with their name, a reason and an end. While it lasts, the server refuses to anybody to switch on, change the pressure, write, configure or update. Switching off always works.',
      {
        steps: [
          'In the menu of the device choose “Somebody is working at the pump…”, and enter the reason and the end. The lock-out tag switches the pump off and ends its planned starts.',
          'Wait until the tag no longer says that the board does not know of it: until then the pump may start by itself.',
          'Disconnect the pump from the mains and do the work.',
          'Remove the lock-out tag afterwards. The person who set it, a technician or a super seller can remove it.',
        ],
      },
      {
        note: 'The lock-out tag does not block the keypad of the converter or a start of the converter by itself, and does not replace disconnecting the mains.',
      },
    ],
  },
  'fault-reset': {
    title: 'Resetting a fault',
    keywords: 'acknowledge clear',
    blocks: [
      'Reset a fault only when its cause is known and removed. Repeated resets without a repair can destroy the motor or the converter.',
      {
        steps: [
          'Choose “Reset fault” on the pump card.',
          'Read what to check, and the values read from the converter.',
          'Make sure that nobody is at the pump, and confirm it.',
          'Reset the fault. The dialog states beforehand whether the pump will start.',
        ],
      },
      {
        list: [
          'A fault can usually be reset remotely {resetsPerHour} times an hour. After that somebody has to go to the device.',
          'While the board protects the pump, a fault cannot be reset remotely.',
          'If the cause persists, the converter stays in fault and the console says so.',
        ],
      },
    ],
  },
  meters: {
    title: 'Electricity meter and operating hours',
    keywords: 'consumption kWh energy reset counter',
    blocks: [
      'The electricity meter counts energy since the last reset, the operating hours count the time during which the motor was turning. A reset starts from zero again; the counters inside the converter do not change.',
      'Resets are in the timeline, with the person and the time.',
    ],
  },
  alerts: {
    title: 'Alerts and what to do',
    keywords: 'alarm warning bell notification',
    blocks: [
      'An alert is raised when the board protects the pump, when the converter reports a fault or does not answer, and when the server finds unusual behaviour of a board. It stays unresolved until a person resolves it, even if the cause is gone.',
      'All your alerts are in the list “Alerts”. Whoever chooses “I take it” takes care of it: others see that, and no further people are notified. The link in a mail or a notification does it too.',
      { part: 'alerts' },
    ],
  },
  'night-starts': {
    title: 'Why the pressure drops at night',
    keywords: 'leak dripping frequent starts tank',
    blocks: [
      'While nobody uses water, the pressure should hold. When the pump starts regularly at night, water is getting away or the tank lacks air.',
      {
        list: [
          'Check toilets, dripping taps and irrigation.',
          'Close the main valve behind the pump. If the pressure still drops, the check valve or the pipe to the pump leaks.',
          'Check the air pressure in the pressure tank with the pump off and the water drained. Too little air causes frequent short starts.',
        ],
      },
      'Frequent starts shorten the life of the motor. If you do not find the cause, call a technician.',
    ],
  },
  faults: {
    title: 'Fault codes of the converter',
    keywords: 'display code OC OV UV OL OH',
    blocks: [
      'The display of the converter and the console show the fault code. Faults of one kind have the same cause and the same remedy.',
      { part: 'faults' },
    ],
  },
} satisfies Partial<HelpTexts['topics']>;
