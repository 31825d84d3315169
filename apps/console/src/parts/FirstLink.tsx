import { text } from '@candor/texts/console';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { Facts } from './Facts.tsx';

/** Dialog that shows a first password once. */
export function FirstLink(props: {
  readonly given: { readonly email: string; readonly link: string };
  readonly onClose: () => void;
}) {
  const { given, onClose } = props;
  return (
    <Dialog open maxWidth="sm" fullWidth aria-labelledby="added-title">
      <DialogTitle id="added-title">{text.companies.firstLink}</DialogTitle>
      <DialogContent>
        <Facts
          facts={[
            { label: text.operators.email, value: given.email },
            { label: text.companies.link, value: <span className="code">{given.link}</span> },
          ]}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {text.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
