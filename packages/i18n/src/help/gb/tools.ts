import type { HelpTexts } from '../help.ts';

export const tools = {
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
          'Answer whether the converter may start by itself after a power cut.',
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
} satisfies Partial<HelpTexts['topics']>;
