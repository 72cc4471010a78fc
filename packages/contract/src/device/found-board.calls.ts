import { call, errorResponses } from '../http/call.ts';
import { BoardLabel, FoundBoard } from './found-board.ts';

export const foundBoardCalls = {
  findByLabel: call({
    method: 'POST',
    path: '/boards/find-by-label',
    who: 'anyone',
    summary:
      'The state of a board without an owner, by the code on its label; a wrong code is answered as an unknown ID',
    body: BoardLabel,
    answers: { 200: FoundBoard, ...errorResponses(404, 409, 422, 429) },
  }),
};
