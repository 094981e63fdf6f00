import { useSite } from './site-language.ts'
import classes from './Faqs.module.css'

/** Nine, the first open. The browser's own disclosure: it opens without a script too. */
export function Faqs() {
  const { faqs } = useSite().texts
  return (
    <section id="faqs" className="band" aria-labelledby="faqs-title">
      <div className={classes.columns}>
        <div className="bandHead" data-enter="">
          <h2 id="faqs-title">{faqs.title}</h2>
        </div>
        <div className={classes.list}>
          {faqs.items.map(({ question, answer }, index) => (
            <details key={question} className={classes.item} open={index === 0} data-enter="">
              <summary className={classes.question}>
                {question}
                <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                  <path d="M3 6l5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.75" />
                </svg>
              </summary>
              <p className={classes.answer}>{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
