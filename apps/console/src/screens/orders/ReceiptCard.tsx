import type { accountCalls } from '@candor/contracts/console/people';
import { type Verdict, verifyReceipt } from '@candor/receipt-signature/verify-receipt';
import { text } from '@candor/texts/console';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { CallError } from '../../api/api.ts';
import { fetchReceiptKeys } from '../../api/receipt-keys.ts';
import { saveFile } from '../../api/save-file.ts';

type Receipt = z.output<typeof accountCalls.order.answer>['receipts'][number];

const verdicts = {
  verified: { severity: 'success', message: text.orders.verified },
  'not-verified': { severity: 'error', message: text.orders.notVerified },
  cannot: { severity: 'warning', message: text.orders.cannotVerify },
} as const;

/** A signed receipt, verified in the browser against the published keys (R-OPS-78). */
export function ReceiptCard({ receipt }: { readonly receipt: Receipt }) {
  const [isOpen, setIsOpen] = useState(false);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { id, document, signature, key_id } = receipt;
  const check = async () => {
    try {
      const keys = await fetchReceiptKeys();
      setVerdict(await verifyReceipt({ text: JSON.stringify(document), signature, key_id }, keys));
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : text.errors.unknownAnswer);
    }
  };
  const download = () => {
    const content = JSON.stringify({ ...receipt, text: JSON.stringify(document) }, null, 2);
    saveFile(new Blob([content], { type: 'application/json' }), `candor-receipt-${id}.json`);
  };
  return (
    <Box sx={{ py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Typography variant="subtitle2" component="h3">
            {id}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {text.orders.key} <span className="code">{key_id}</span>
          </Typography>
        </Box>
        <Button variant="outlined" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {text.orders.document}
        </Button>
        <Button variant="outlined" size="small" onClick={download}>
          {text.orders.download}
        </Button>
        <Button variant="outlined" size="small" onClick={() => void check()}>
          {text.orders.verify}
        </Button>
      </Box>
      {verdict !== null && (
        <Alert severity={verdicts[verdict].severity} role="status" sx={{ mt: 1 }}>
          {verdicts[verdict].message}
        </Alert>
      )}
      {problem !== null && (
        <Alert severity="error" role="alert" sx={{ mt: 1 }}>
          {problem}
        </Alert>
      )}
      {isOpen && (
        <Box
          component="pre"
          className="code"
          tabIndex={0}
          aria-label={text.orders.document}
          sx={{ m: 0, mt: 1, p: 1.5, bgcolor: 'action.hover', borderRadius: '10px', overflowX: 'auto' }}
        >
          {JSON.stringify(document, null, 2)}
        </Box>
      )}
    </Box>
  );
}
