import type { HelpTexts } from './help.ts';

export const topics: HelpTexts['topics'] = {
  console: {
    title: 'What the console shows and what it does not',
    keywords: 'start introduction dashboard overview',
    blocks: [
      'Beside the pump there is a frequency converter, which controls the speed of the motor, and a control board, MaNoBoard, which reads and controls the converter. The board sends its values over Wi-Fi to the server, and you see them here.',
      {
        list: [
          '**Dashboard** shows your devices and the controls of the chosen pump.',
          '**Overview** shows all values of one device, its events and its tools.',
          'Every value has its age. A value that is older than it should be is marked and not presented as current.',
          'A command is complete only when the board has executed it and read it back from the converter. Until then you see “Waiting for confirmation”.',
        ],
      },
      {
        note: 'The console does not replace protection on site. The board protects the pump by itself, also without a connection to the server. Disconnect the pump from the mains before you work on it.',
      },
    ],
  },
  install: {
    title: 'The app on a phone',
    keywords: 'install mobile home screen icon android iphone without internet new version update',
    blocks: [
      'You can install the console as an app: it has its own icon, opens without the bar of the browser, and starts without internet too. Nothing comes from an app store.',
      {
        steps: [
          'Open the console in the browser of the phone. The address must begin with https.',
          'Android (Chrome): choose the installation of the app in the menu of the browser.',
          'iPhone and iPad (Safari): tap the share button and add the page to the home screen.',
          'Computer (Chrome, Edge): the install icon is at the end of the address bar.',
        ],
      },
      'Without a network the app shows the **last known values** of your devices, each with its age, and the time of the last contact with the server. It does not present them as current, and nothing can be controlled. When the network is back, the page recovers by itself.',
      'When the server has a new version, the message “A new version is ready.” appears. The page loads again only when you tap “Reload”.',
      {
        note: 'The last values are stored on the phone while you are logged in. The logout deletes them, so always log out on a device that is not yours.',
      },
    ],
  },
  'add-device': {
    title: 'Adding a device, and its label',
    keywords: 'qr code scan password claim id new',
    blocks: [
      'You add a device by the label on its control board. The label has a QR code, the device ID (for example MNB-00A1B2) and, below the QR code, the device password: three groups of four characters.',
      {
        steps: [
          'Switch the board on and connect it to Wi-Fi. A device that is not connected cannot be added.',
          'Open “Add device” and scan the QR code, choose a photo of the label, or type the ID and the password. Upper and lower case do not matter.',
          'Give the device a name by which you recognize it. You can change it at any time.',
        ],
      },
      'The person who adds a device first is its owner. If it already has one, that person must remove it from their account or transfer it to you.',
      {
        note: 'Take a photo of the label and keep it. Anyone who knows the password on the label can add a device that has no owner.',
      },
    ],
  },
  wifi: {
    title: 'Connecting to Wi-Fi',
    keywords: 'internet router signal network password',
    blocks: [
      'The board is connected to Wi-Fi as described in the manual that came with the device. You need the name of the network and its password. The network must have internet access.',
      {
        steps: [
          'Switch on the power of the board and wait until it has started.',
          'Enter the network name and the password as described in the manual of the device.',
          'Open the device in the console. Beside its name you see “Connected”.',
        ],
      },
      'A click on the state beside the name of the device shows whether the network is secured and how strong the signal is. With a weak signal values are late and the device disconnects: move the router closer or add a repeater.',
      {
        list: [
          'After a change of the router or of its password the board must be connected again.',
          'An unsecured network works, but anybody in range can read it. Set a password on it.',
          'A Wi-Fi outage does not stop the pump. The board keeps regulating and protecting it; you just cannot see it.',
        ],
      },
    ],
  },
  offline: {
    title: 'Offline and values that are not recent',
    keywords: 'disconnected outage old stale late connecting',
    blocks: [
      '**Offline** means that the server has no connection to the board. The console shows the last known values, each with its age. Whether the pump is running is not known then.',
      '**No recent data** means that the board is connected, but no new value has arrived for two reporting intervals.',
      {
        steps: [
          'Look at the state beside the name of the device: it shows where between the browser and the pump the connection is broken, and what to do.',
          'Check that the board has power and that Wi-Fi with internet works beside it.',
          'If Wi-Fi is fine and only the converter is silent, check its power and the cable to the board.',
        ],
      },
      {
        note: 'A device that is offline cannot be controlled, and commands are not kept for later: on its return they could start the pump at the wrong moment.',
      },
    ],
  },
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
      'The pump is off and does not start by itself. A person switched it off in the console or on the keypad of the converter, or the board stopped it to protect it. The reason is on the pump card and in the timeline.',
      {
        steps: [
          'If the board stopped it, read the reason and remove the cause.',
          'If the device has a lock-out tag, a person is working at the pump. Wait until they remove it.',
          'Switch the pump on. If the switch cannot be used, the reason is below it.',
        ],
      },
      'After dry running the board tries again by itself after 1, 5 and 20 hours, since the well may have refilled. After any other protection a person has to switch it on.',
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
          'Switch the pump off. The lock-out tag does not do that.',
          'In the menu of the device choose “Somebody is working at the pump…”, and enter the reason and the end.',
          'Disconnect the pump from the mains and do the work.',
          'Remove the lock-out tag afterwards. The person who set it, a technician or a super seller can remove it.',
        ],
      },
      {
        note: 'The lock-out tag does not block the keypad of the converter or its own regulation, and does not replace disconnecting the mains.',
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
  roles: {
    title: 'Who may do what',
    keywords: 'permissions rights owner technician seller role',
    blocks: [
      'The owner has the device in their account and can delegate access to a technician or a seller. Technicians, sellers and super sellers see all devices. The table lists what each may do; the server checks every right again.',
      { part: 'rights' },
    ],
  },
  users: {
    title: 'Managing users',
    keywords: 'list account disable permission note super seller',
    blocks: [
      'Super sellers have the list of all users. They search it by e-mail, name, phone, ID or device and filter it by permission and by the state of the account. The actions are in the menu of a row; for a user with several devices choose the device there first.',
      {
        terms: [
          [
            'Access to device',
            'The user gets a device as its owner, or delegated access, with a last day if needed.',
          ],
          [
            'Delegate access',
            'Another user gets access to the device of the row. They need at least the Technician level.',
          ],
          [
            'Add and remove permissions',
            'Technician, seller or super seller. With the last permission the delegated access of the user ends too. The last super seller keeps the permission.',
          ],
          [
            'Remove device',
            'An owner loses the device and all delegated access to it ends; another user loses only their own access. The pump keeps working.',
          ],
          ['Device state, basic info, graphs, diagnostics, write', 'Open the page of the device of the row.'],
          [
            'Disable account',
            'The user is logged out everywhere at once and cannot log in until the account is enabled. Their devices keep working and none of their data are deleted. Your own account and the last super seller cannot be disabled.',
          ],
        ],
      },
      {
        note: 'Only super sellers see notes. If another person has changed a note meanwhile, the console shows their text and does not save yours until you confirm it.',
      },
    ],
  },
  delegate: {
    title: 'Delegating access',
    keywords: 'share technician invite revoke',
    blocks: [
      'Delegating gives another person the same rights to the device as you have. Only the owner can still transfer or remove it.',
      {
        steps: [
          'Choose “Delegate access” in the menu of the device.',
          'Enter the e-mail of the recipient. They need an account with a confirmed e-mail and at least the Technician level.',
          'Choose the last day of access if needed.',
        ],
      },
      {
        list: [
          'The same dialog lists who has access. You can revoke it at any time, with immediate effect.',
          'A recipient can delegate further, at most for as long as their own access. If you revoke theirs, the access they gave ends too.',
        ],
      },
    ],
  },
  transfer: {
    title: 'Transferring and removing a device',
    keywords: 'house sold new owner delete',
    blocks: [
      'A **transfer** gives the device a new owner. You and everyone with delegated access lose it. The new owner sees events from that day on, without the names of former people. They need an account with a confirmed e-mail, and no role.',
      'A **removed** device has no owner. The pump keeps working. It can be added again by a person who knows the password on the label.',
    ],
  },
  account: {
    title: 'Account, e-mail and password',
    keywords: 'profile login forgotten language',
    blocks: [
      {
        list: [
          'Until you confirm your e-mail by the link in the mail, nobody can transfer a device or delegate access to you.',
          'A new e-mail takes effect when you confirm it. Until then you log in with the old one.',
          'Change a forgotten password by “Forgot your password?” on the login page. The link in the mail is valid for one hour.',
          'A new password ends all other logins.',
          'Language, colour and appearance are in the top bar.',
        ],
      },
    ],
  },
  diagnostics: {
    title: 'Diagnostics',
    keywords: 'values converter sensors technician',
    blocks: [
      {
        list: [
          '**Basic diagnostics**: everything that the board reported last, the fault and the events.',
          '**Converter registers**: reading registers one by one or all at once.',
          '**Basic info of the converter**: motor, counters, required pressure and the settings of the inputs.',
        ],
      },
      'The connection state beside the name of the device checks every place from the browser to the pump and names the first that fails.',
    ],
  },
  registers: {
    title: 'Converter registers and writing a value',
    keywords: 'modbus parameter read write',
    blocks: [
      'The register map depends on the type of converter. A value in the table is what was read last, not a live value. Registers marked “Unverified” have not been verified on a real converter.',
      {
        list: [
          'A technician and a super seller can write, and only registers that allow it, within their range.',
          'Before writing, the console reads the present value. If it has changed meanwhile, the write is refused.',
          'After writing, it reads the register and shows what the converter really has.',
        ],
      },
      { note: 'A wrong write can damage the pump or the water system. All writes are logged.' },
    ],
  },
  config: {
    title: 'Configuration of a device',
    keywords: 'settings pressure limits analog input sensor interval',
    blocks: [
      'The configuration holds the limits of the required pressure, the range of the sensor, the reporting intervals and the analog inputs. Technicians and sellers can change it. An empty field means the default value.',
      {
        list: [
          'A saved configuration takes effect when the device has applied it. Until then its state is “Waiting”.',
          'Pressure limits count only when both are filled in.',
          'An analog input is shown on the overview when it is enabled and has a factor, both values and both voltages.',
          'If somebody else has changed the configuration meanwhile, the console shows the differences and overwrites nothing.',
        ],
      },
    ],
  },
  firmware: {
    title: 'Firmware update',
    keywords: 'new version upgrade',
    blocks: [
      'When a new version is ready for a device, its page says so. The board takes only firmware that is signed by the manufacturer and made for its type.',
      {
        steps: [
          'Update only when there is no risk of a power failure and water is not needed for a while.',
          'Read what is new and start the update. The board switches the pump off before it changes to the new version.',
          'Do not use the device during the update. You can close the dialog; the page of the device shows the progress.',
          'The board restarts and reports with the new version. A pump that it switched off for the update is switched on again.',
        ],
      },
      'If the new version does not start properly, the board returns to the previous one by itself.',
    ],
  },
  restart: {
    title: 'Restarting the board',
    keywords: 'reboot clock time',
    blocks: [
      'A restart helps when the board does not know the time or keeps sending late values: it sets its clock when it starts. The pump continues with what it is doing.',
      {
        note: 'While the board is starting it does not protect the pump. If it has stopped the pump before, it will not start it by itself after the restart.',
      },
    ],
  },
  graphs: {
    title: 'Graphs and energy',
    keywords: 'history export CSV cost monthly report',
    blocks: [
      'The page of a device has graphs of all values, from the last hour to years. Gaps have their reason, and nothing is made up.',
      {
        list: [
          'Zoom and move a graph by wheel, fingers or keys; periods and devices can be compared.',
          'The energy tab shows use by day, week, month and year, the cost by your tariff, and running hours.',
          'Everything can be downloaded as a table. A monthly report can also come by e-mail.',
        ],
      },
      'Measured values are usually kept for 30 days, their summaries by minute for two years and by hour for ten; the operator sets the exact times.',
    ],
  },
  notifications: {
    title: 'How alerts reach you',
    keywords: 'e-mail push phone quiet hours escalation who receives webhook',
    blocks: [
      'In the notifications of your profile you choose what comes by e-mail, as a notification on the phone, or to an address of your own (webhook), for critical alerts and for warnings.',
      {
        list: [
          'In quiet hours warnings wait until the morning; critical alerts always come.',
          'Turn notifications on in each browser. On iPhone and iPad add the console to the home screen first.',
          'When nobody takes a critical alert, further people get it after a while. The rules of the device show who and when.',
          'The page of an alert lists every message with its receiver and result.',
        ],
      },
      {
        note: 'Without a confirmed e-mail, or when the server has no mail set up, no mails arrive. The console warns of it.',
      },
    ],
  },
  security: {
    title: 'Second factor and logins',
    keywords: 'two factor passkey TOTP app recovery codes log out lost phone',
    blocks: [
      'A second factor protects the account even if somebody learns your password. Technicians, sellers and super sellers always need it; we recommend it to owners.',
      {
        list: [
          'A passkey on a phone or computer is the safest and logs you in without a password too. It works only at the address of this console.',
          'Codes of an app are entered after the password; each works once.',
          'Keep the recovery codes apart from the phone. Each works once, and new ones replace the old ones.',
          'Your profile shows where you are logged in and who tried to. End a login of somebody else there.',
        ],
      },
      'For changes that matter the console asks for your password or second factor once in ten minutes. You get a notice of each such change.',
      {
        note: 'If you have lost both the phone and the recovery codes, ask a super seller for a reset. It takes effect after 24 hours; until then you can cancel it by the link in the mail.',
      },
    ],
  },
  programs: {
    title: 'Other programs and your home',
    keywords: 'Home Assistant MQTT webhook API automation access',
    blocks: [
      'Another program, Home Assistant for example, can connect to your pumps. Make a login for it among the connected programs of your profile; its password is shown once.',
      {
        list: [
          'The program sees only your devices and those that somebody shares with you, or only the ones that you choose for it.',
          'It only reads until you allow more. Then it may start and stop the pump and set the pressure, with the same checks as the console.',
          'Revoking disconnects it at once. All that it did is in the timeline of the device under its name.',
        ],
      },
    ],
  },
  commissioning: {
    title: 'Commissioning',
    keywords: 'handover report manometer direction of rotation closed valve pump card',
    blocks: [
      'The guide in the menu of a device leads a technician with a phone beside the pump, for about ten minutes. The server computes the results from measured values.',
      {
        steps: [
          'Compare the pump card with the labels.',
          'Check the direction of rotation, the pressure sensor and the level in the well.',
          'Run the pump for a short time against a closed valve, then with one open tap.',
          'Check that the pump holds the pressure, falls asleep and wakes up again.',
          'Hand the report to the person who takes the pump over.',
        ],
      },
      { note: 'Nothing starts by itself. Stop works in every step, and the lock-out tag applies here too.' },
    ],
  },
  glossary: {
    title: 'Glossary',
    keywords: 'terms meaning',
    blocks: [
      {
        terms: [
          [
            'Control board (MaNoBoard)',
            'A small computer beside the converter. It reads and controls it, protects the pump and sends the values.',
          ],
          [
            'Frequency converter (FC)',
            'The device that changes the speed of the motor and keeps the required pressure.',
          ],
          ['Required pressure', 'The pressure that the pump should keep.'],
          ['Actual pressure', 'The pressure that the sensor measures now.'],
          [
            'Motor frequency',
            'The higher it is, the faster the motor turns. 0 Hz means that it stands still.',
          ],
          ['DC bus voltage', 'The direct voltage inside the converter. A low value means a weak supply.'],
          ['Motor operating hours', 'The time during which the motor was turning.'],
          ['Pressure tank', 'A tank with air that keeps the pressure while the pump stands still.'],
          ['Precharge', 'The air pressure in the empty tank. It must suit the required pressure.'],
          [
            'Suction and discharge',
            'The side from which the pump takes water, and the side to which it pushes it.',
          ],
          ['Dry running', 'The pump runs without water. That destroys it quickly.'],
          ['Register', 'A numbered place in the memory of the converter with one value.'],
          [
            'PID',
            'The method by which the converter keeps the pressure: it compares required and actual and changes the speed.',
          ],
          ['RS-485, Modbus', 'The cable and the protocol between the board and the converter.'],
          ['Firmware', 'The program in the control board.'],
          ['Broker', 'The part of the server that receives the messages of the boards.'],
          [
            'Lock-out tag',
            'A notice that a person works at the pump. It forbids everything except switching off.',
          ],
        ],
      },
    ],
  },
};
