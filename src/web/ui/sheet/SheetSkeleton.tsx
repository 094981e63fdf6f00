import { TextBar } from '../TextBar.tsx'
import classes from './Sheet.module.css'

/** The paper while its document is still to come: a factura of one line, as most are. */
export function SheetSkeleton() {
  return (
    <div className={classes.frame} aria-hidden="true" data-waiting>
      <div className={classes.sheet}>
        <div className={classes.head}>
          <div className={classes.issuer}>
            <div className={classes.issuerName}>
              <TextBar width="70%" />
            </div>
            <TextBar width="85%" />
            <TextBar width="60%" />
          </div>
          <div className={classes.box}>
            <TextBar width="100%" />
            <TextBar width="100%" />
            <TextBar width="100%" />
          </div>
        </div>
        <div className={classes.recipient}>
          <Fact width="60%" wide />
          <Fact width={130} />
          <Fact width={180} />
          <Fact width="45%" wide />
          <Fact width="75%" wide />
        </div>
        <div className={classes.lines}>
          <div className={classes.waitingLine}>
            <TextBar width={70} />
            <TextBar width={60} />
          </div>
          <div className={classes.waitingLine}>
            <TextBar width="40%" />
            <TextBar width={80} />
          </div>
        </div>
        <div className={classes.foot}>
          <span />
          <div className={classes.totals}>
            {['neto', 'iva', 'total'].map((name) => (
              <div key={name} className={classes.waitingTotal}>
                <TextBar width={80} />
                <TextBar width={90} />
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

function Fact({ width, wide = false }: { width: number | string; wide?: boolean }) {
  return (
    <div className={classes.fact} data-wide={wide || undefined}>
      <TextBar width={width} />
    </div>
  )
}
