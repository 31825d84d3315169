import { text } from '@candor/texts/console';
import ZoomIn from '@mui/icons-material/ZoomIn';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import { useState } from 'react';

/** An uploaded picture that enlarges on a press. Its link expires after a minute; a new one is then fetched. */
export function Picture(props: { readonly source: string; readonly label: string; readonly onReload: () => void }) {
  const { source, label, onReload } = props;
  const [isLarge, setIsLarge] = useState(false);
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === source)
    return (
      <Box sx={{ p: 3, textAlign: 'center', bgcolor: 'action.hover', borderRadius: '12px' }}>
        <p>{text.errors.linkEnded}</p>
        <Button variant="outlined" onClick={onReload}>
          {text.errors.reload}
        </Button>
      </Box>
    );
  return (
    <>
      <ButtonBase
        aria-label={text.verifications.zoom(label)}
        onClick={() => setIsLarge(true)}
        sx={{ width: '100%', borderRadius: '12px', overflow: 'hidden', bgcolor: 'action.hover', position: 'relative' }}
      >
        <Box
          component="img"
          src={source}
          alt={label}
          onError={() => setBroken(source)}
          sx={{ display: 'block', width: '100%', maxHeight: 460, minHeight: 120, objectFit: 'contain' }}
        />
        <Box
          sx={{
            position: 'absolute',
            insetBlockEnd: 8,
            insetInlineEnd: 8,
            p: 0.5,
            borderRadius: '8px',
            bgcolor: 'background.paper',
            lineHeight: 0,
          }}
        >
          <ZoomIn fontSize="small" />
        </Box>
      </ButtonBase>
      {isLarge && <LargePicture source={source} label={label} onClose={() => setIsLarge(false)} />}
    </>
  );
}

const scales = [1, 1.5, 2, 3, 4] as const;

function LargePicture(props: { readonly source: string; readonly label: string; readonly onClose: () => void }) {
  const { source, label, onClose } = props;
  const [step, setStep] = useState(0);
  return (
    <Dialog open onClose={onClose} maxWidth={false} fullWidth slotProps={{ paper: { 'aria-label': label } }}>
      <Box
        sx={{ overflow: 'auto', height: '78vh', bgcolor: 'action.hover' }}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <Box
          component="img"
          src={source}
          alt={label}
          sx={{
            display: 'block',
            width: `${100 * (scales[step] ?? 1)}%`,
            height: step === 0 ? '100%' : 'auto',
            objectFit: 'contain',
          }}
        />
      </Box>
      <DialogActions sx={{ pt: 2 }}>
        <Button disabled={step === 0} onClick={() => setStep(0)}>
          {text.verifications.zoomOut}
        </Button>
        <Button disabled={step === scales.length - 1} onClick={() => setStep(step + 1)}>
          {text.verifications.zoomIn}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {text.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
