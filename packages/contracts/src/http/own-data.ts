import * as z from 'zod/mini';
import { describeCall } from './call.ts';
import { clientIdField } from './fields.ts';

/** Calls about everything that the installation keeps about a person (R-SES-42 to R-SES-44). */
export const ownDataCalls = {
  ownData: describeCall('ownData', {
    summary: 'Everything that is kept about the user, as one JSON file, or to read as a PDF with long lists shortened',
    who: 'session',
    weight: 10,
    input: z.object({ format: z._default(z.enum(['json', 'pdf']), 'json') }),
    files: ['application/json', 'application/pdf'],
  }),
  closeAccount: describeCall('closeAccount', {
    summary: 'Close the real account for good; it must be empty',
    who: 'real',
    weight: 10,
    needsStepUp: true,
    input: z.object({ client_id: clientIdField }),
    refusals: ['accountHasOrders', 'accountHasRequests', 'accountHasMoney', 'idempotencyConflict'],
  }),
};
