/** What the user may do with an alert; the server checks it again. */
export interface AlertRights {
  canTake: boolean;
  /** Also to write notes and to shelve. */
  canResolve: boolean;
  /** To agree on visits. */
  canPlan: boolean;
}
